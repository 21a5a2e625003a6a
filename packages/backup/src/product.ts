import { readFileSync } from 'node:fs'

/** The version of Nightdesk. */
export const PRODUCT: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
