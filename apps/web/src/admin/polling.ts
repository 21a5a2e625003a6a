/** How often open screens ask for the state of workers, analytics and system. */
export const POLL_MS = 60_000

/** How often for what happens at this moment. */
export const LIVE_POLL_MS = 15_000

/** How often while something is under way whose end is waited for. */
export const FAST_POLL_MS = 2_000

/** When to look again after the analytics task was triggered. */
export const REFETCH_AFTER_TRIGGER_MS = 2_000
