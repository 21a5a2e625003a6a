import { useLocation } from 'react-router'

/** The one-time token of the address: its fragment, which no server sees. Empty without one. */
export const useLinkToken = () => useLocation().hash.slice(1)
