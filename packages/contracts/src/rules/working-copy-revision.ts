/** The highest first revision of a new working copy. Later revisions stay far below the limit of the column. */
export const MAX_FIRST_REVISION = 1_000_000_000

/**
 * A random first revision for a new working copy. A window that still knows a discarded copy must not mistake the new one
 * for it.
 */
export const anyFirstRevision = (): number => 1 + Math.floor(Math.random() * MAX_FIRST_REVISION)
