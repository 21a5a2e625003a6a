/** What of a document could not stay what it was; how often. */
export interface Losses {
  /** Tables of which at least one row became a line of text. */
  tables: number
  /** Comments of Word’s and Google Docs’, which are not the text. */
  comments: number
  /** Numbers that a program writes before headings. */
  headingNumbers: number
  /** Texts above or below the line for which Unicode has no characters. */
  superscripts: number
}

export const NO_LOSSES: Losses = { tables: 0, comments: 0, headingNumbers: 0, superscripts: 0 }
