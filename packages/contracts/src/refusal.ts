import type { z } from 'zod'

/** What zod found wrong, as a sentence for a person, where the contract has none of its own. Never holds the value. */
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

/** Bounds are those of numbers: the contract says itself how long texts and lists may be. */
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
  // Every number that a call takes is a whole one.
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
}
