const KEY = /^[a-z0-9][a-z0-9._-]{0,199}$/

/** Lower case, because some file systems ignore case. No slash and no leading dot, so that no key leaves the directory. */
export const isKey = (name: string) => KEY.test(name)

/** Names of large files are made by Nightdesk alone, so that no two differ by case only. */
export function checkedName(name: string): string {
  checkedKey(name.toLowerCase())
  return name
}

/** @returns the key. @throws TypeError when it breaks the rule of {@link isKey} */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new TypeError('A storage key is 1 to 200 of a-z, 0-9, ".", "_" and "-"')
  return key
}
