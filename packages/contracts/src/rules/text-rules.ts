/** No NUL and no half surrogate pair: Postgres and browsers can both hold the text. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Whether a text is invisible: spaces, joiners, direction marks. */
export const isBlank = (text: string) => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Length in code points, close to the characters that a person counts. */
export const codePoints = (text: string): number => [...text].length

/** The problem of a text of at most `max` code points, in a sentence that begins with its `name`. */
export function textProblem(name: string, text: string, max: number): string | undefined {
  if (!isStorable(text)) return `${name} contains characters that cannot be stored`
  if (codePoints(text) > max) return `${name} must be at most ${max} characters long`
}

export const required = (name: string) => `${name} is required`
