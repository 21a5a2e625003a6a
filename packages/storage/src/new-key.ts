import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A name nobody can guess, to be used once: 26 letters of 5 random bits, and an extension. */
export function newKey(extension: string): string {
  const letters = Array.from(randomBytes(26), (byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.${extension}`
}
