/** Counts of what a conversion loses. */
export interface Losses {
  /** Tables with at least one row that became a line of text. */
  tables: number
  /** Comments of Word and Google Docs. */
  comments: number
  /** Heading numbers that a program generated. */
  headingNumbers: number
  /** Superscripts and subscripts without Unicode characters. */
  superscripts: number
  /** Captions of images that had links or marks. */
  plainCaptions: number
}

export const addLosses = (one: Losses, other: Losses): Losses => ({
  tables: one.tables + other.tables,
  comments: one.comments + other.comments,
  headingNumbers: one.headingNumbers + other.headingNumbers,
  superscripts: one.superscripts + other.superscripts,
  plainCaptions: one.plainCaptions + other.plainCaptions,
})

export const NO_LOSSES: Losses = {
  tables: 0,
  comments: 0,
  headingNumbers: 0,
  superscripts: 0,
  plainCaptions: 0,
}
