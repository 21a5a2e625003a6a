import { randomBytes } from 'node:crypto'

const KEY = /^[a-z0-9][a-z0-9._-]{0,199}$/

/** Lower case, because some file systems ignore case. No slash and no leading dot, so that no key leaves the directory. */
export const isKey = (name: string) => KEY.test(name)

/** Names of large files are made by Nightdesk alone, so that no two differ by case only. */
export const isName = (name: string) => isKey(name.toLowerCase())

export function checkedName(name: string): string {
  checkedKey(name.toLowerCase())
  return name
}

/** @returns the key. @throws TypeError when it breaks the rule of {@link isKey} */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new TypeError('A storage key is 1 to 200 of a-z, 0-9, ".", "_" and "-"')
  return key
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A random name for one object: 26 letters of 5 bits each, and an extension. */
export function newKey(extension: string): string {
  const letters = Array.from(randomBytes(26), (byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.${extension}`
}

/** A name for a file of archived views, which says what is in it if the database is lost. `month` is `YYYY-MM`. */
export const newArchiveKey = (month: string, number: number): string =>
  `views-${month}-${String(number).padStart(4, '0')}-${newKey('ndjson.gz')}`

/** Names of {@link newKey} and {@link newArchiveKey}, and those of a storage check that was killed. */
const OWN_KEY =
  /^(?:[a-z2-7]{26}\.[a-z0-9]{2,5}|views-\d{4}-\d{2}-\d{4,}-[a-z2-7]{26}\.ndjson\.gz|probe-[0-9a-f-]{36})$/

/** Whether Nightdesk made the name. It never touches other files in the same place. */
export const isOwnKey = (key: string): boolean => OWN_KEY.test(key)
