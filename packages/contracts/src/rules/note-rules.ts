/** Code points of the parts of a reader’s note. */
export const NOTE_LIMITS = { name: 60, text: 2000, quote: 500, context: 64, suggestion: 1000 } as const

/** Notes of one preview link in an hour, and in all. */
export const NOTES_PER_HOUR = 30
export const NOTES_PER_LINK = 500
