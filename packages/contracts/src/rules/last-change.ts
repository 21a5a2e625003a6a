interface Dates {
  date_updated: string
  date_published: string | null
  /** The first one first. */
  corrections?: readonly { created_at: string }[]
}

/**
 * When readers last got a new text, or the note of a correction. A text that was edited before its publication counts from
 * the publication.
 */
export function lastChange({ date_updated, date_published, corrections = [] }: Dates): string {
  const dates = [date_updated, date_published ?? '', corrections.at(-1)?.created_at ?? '']
  // ISO instants in UTC sort as strings.
  return dates.reduce((one, other) => (one > other ? one : other))
}
