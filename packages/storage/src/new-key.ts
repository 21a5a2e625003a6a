import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A random name for one object: 26 letters of 5 bits each, and an extension. */
export function newKey(extension: string): string {
  const letters = Array.from(randomBytes(26), (byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.${extension}`
}

/** Names of {@link newKey}, and those of a storage check that was killed. */
const OWN_KEY = /^(?:[a-z2-7]{26}\.[a-z0-9]{2,5}|probe-[0-9a-f-]{36})$/

/** Whether Nightdesk made the name. It never touches other files in the same place. */
export const isOwnKey = (key: string): boolean => OWN_KEY.test(key)
