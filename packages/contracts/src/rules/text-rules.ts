// Rules about text without the weight of a schema: what the browser checks while somebody types.

/** Code points. */
export const MAX_TITLE = 300
/** Code points. */
export const MAX_EXCERPT = 1000

/** Neither NUL nor half a surrogate pair: what Postgres and a browser can both hold. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Whether nothing of it is seen: spaces, joiners, marks of direction. */
export const isBlank = (text: string) => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Length in characters as a person counts them, roughly: code points. */
export const codePoints = (text: string): number => [...text].length

/** What is wrong with a text of at most `max` code points, in a sentence that begins with its `name`. */
export function textProblem(name: string, text: string, max: number): string | undefined {
  if (!isStorable(text)) return `${name} contains characters that cannot be stored`
  if (codePoints(text) > max) return `${name} must be at most ${max} characters long`
}

/** What is wrong with the title of an article, which must not be blank; undefined when nothing is. */
export const titleProblem = (title: string): string | undefined =>
  isBlank(title) ? required('Title') : textProblem('Title', title.trim(), MAX_TITLE)

export const required = (name: string) => `${name} is required`
