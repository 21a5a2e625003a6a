import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A name nobody can guess, to be used once: 26 letters of 5 random bits, and an extension. */
export function newKey(extension: string): string {
  const letters = Array.from(randomBytes(26), (byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.${extension}`
}

/** What {@link newKey} makes, and what a storage check leaves behind that is killed in the middle. */
const OWN_KEY = /^(?:[a-z2-7]{26}\.[a-z0-9]{2,5}|probe-[0-9a-f-]{36})$/

/** Whether Nightdesk made the name: other files in the same place are none of its business. */
export const isOwnKey = (key: string): boolean => OWN_KEY.test(key)
