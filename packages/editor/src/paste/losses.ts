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
}

export const NO_LOSSES: Losses = { tables: 0, comments: 0, headingNumbers: 0, superscripts: 0 }
