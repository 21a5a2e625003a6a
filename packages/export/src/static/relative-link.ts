import { posix } from 'node:path'

/** The link from one file of a folder to another: `../../post/12/index.html`. */
export const relativeLink = (from: string, to: string): string =>
  posix
    .relative(posix.dirname(from), to)
    .split('/')
    .map((name) => (name === '..' ? name : encodeURIComponent(name)))
    .join('/')
