/** Identifies a text in the journal: by its article, or a new one by its key. */
export const subjectOf = (article: number | null, key: string | undefined) =>
  article === null ? `new ${key}` : `article ${article}`
