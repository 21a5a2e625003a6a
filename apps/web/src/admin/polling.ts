/** How often screens refetch the state of workers, analytics and system. */
export const POLL_MS = 60_000

/** How often screens refetch live figures. */
export const LIVE_POLL_MS = 15_000

/** How often screens refetch while a job is running. */
export const FAST_POLL_MS = 2_000

/** Delay of the refetch after the analytics job was triggered. */
export const REFETCH_AFTER_TRIGGER_MS = 2_000
