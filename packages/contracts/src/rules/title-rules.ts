import { isBlank, required, textProblem } from './text-rules.ts'

/** Code points. */
export const MAX_TITLE = 300
/** Code points. */
export const MAX_EXCERPT = 1000
/** Code points. */
export const MAX_CORRECTION = 300
/** Code points. */
export const MAX_LABEL_LENGTH = 80

/** The problem of an article’s title, which must not be blank; undefined when there is none. */
export const titleProblem = (title: string): string | undefined =>
  isBlank(title) ? required('Title') : textProblem('Title', title.trim(), MAX_TITLE)
