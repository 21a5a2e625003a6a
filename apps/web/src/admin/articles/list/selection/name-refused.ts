interface Refused {
  id: number
  message: string | null
}

/** Rows that a notice names; it counts the others. */
const MOST_NAMED = 3

/** Says for each of the first refused rows why it was refused. */
export function nameRefused(refused: readonly Refused[], nameOf: (id: number) => string): string {
  const named = refused.slice(0, MOST_NAMED).map(({ id, message }) => `${nameOf(id)}: ${endOf(message)}`)
  const rest = refused.length - named.length
  return [...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')
}

/** The message as a sentence with a full stop. */
const endOf = (message: string | null) => `${(message ?? '').replace(/\.$/, '')}.`
