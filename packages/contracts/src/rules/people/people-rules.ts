// Rules about people, for forms and schemas. Free of schemas, which would add to the browser’s bundle.

import { isWebUrl } from '../addresses/url.ts'

/** Code points. */
export const MAX_PERSON_NAME = 200
/** Code points. */
export const MAX_BIO = 2000
export const MAX_PERSON_LINKS = 10

/** The problem of a link of a person; undefined when there is none. */
export const personLinkProblem = (url: string): string | undefined =>
  isWebUrl(url) ? undefined : 'A link must begin with https:// or http://'
