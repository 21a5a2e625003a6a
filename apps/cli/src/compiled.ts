import { fileURLToPath } from 'node:url'

/** The folder of Node’s compile cache, which saves a quarter of the time of a start. */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))
