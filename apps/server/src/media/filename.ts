import { randomBytes } from 'node:crypto'
import type { ImageExtension } from './image-types.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A name nobody can guess: 26 letters of 5 random bits. Matches `IMAGE_FILENAME`. */
export function newFilename(extension: ImageExtension): string {
  const letters = Array.from(randomBytes(26), (byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.${extension}`
}
