import type { z } from 'zod'

/**
 * Turns a zod issue into a sentence for a person, where the contract has no sentence of its own. Never contains the value.
 */
export function refusal(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path ?? [])
  return issue.input === undefined ? `${name} is required` : `${name} ${flawOf(issue)}`
}

/** `['tags', 0, 'poster_image_id']` → “Poster image id”. */
function nameOf(path: readonly PropertyKey[]) {
  const key = path.findLast((part) => typeof part === 'string')
  if (typeof key !== 'string') return 'The request'
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Limits are of numbers: texts and lists have their own messages in the contract. */
function flawOf(issue: z.core.$ZodRawIssue) {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must be at least ${issue.minimum.toLocaleString('en')}`
    case 'too_big':
      return `must be at most ${issue.maximum.toLocaleString('en')}`
    default:
      return 'is not valid'
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  // Every number in an input is whole.
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
}
