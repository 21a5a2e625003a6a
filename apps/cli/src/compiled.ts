import { fileURLToPath } from 'node:url'

/** Where Node keeps what it has compiled, from one start to the next: a quarter of the time of a start. */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))
