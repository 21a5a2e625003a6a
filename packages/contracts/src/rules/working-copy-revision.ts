/** The highest revision that a client may choose. Those that are counted on from it stay far below the limit of the column. */
export const MAX_CHOSEN_REVISION = 1_000_000_000

/** A random revision, so that no window mistakes a write of another one, or a copy begun anew, for the one it knows. */
export const anyRevision = (): number => 1 + Math.floor(Math.random() * MAX_CHOSEN_REVISION)

/** Writes without an answer that a save may name. */
export const MAX_UNANSWERED = 100
