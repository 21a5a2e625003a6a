import { useLocation } from 'react-router'

/** The one-time token in the URL. It is in the fragment, which browsers do not send to servers. Empty without one. */
export const useLinkToken = () => useLocation().hash.slice(1)
