import { conflict } from '@nightdesk/contracts'

/** The attempt to add a factor has expired, was used, or is not the caller’s. */
export const setupGone = () => conflict('This took too long. Please begin again.')
