/** A new working copy begins to count here at most, which leaves room to count on. */
export const MAX_FIRST_REVISION = 1_000_000_000

/**
 * Where a new working copy begins to count: anywhere, so that whoever knows one that was given up never takes the next one
 * for it.
 */
export const anyFirstRevision = (): number => 1 + Math.floor(Math.random() * MAX_FIRST_REVISION)
