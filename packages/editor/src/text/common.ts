/** How many characters at the starts of two texts are equal. */
export function commonStart(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let count = 0
  while (count < length && one.charCodeAt(count) === other.charCodeAt(count)) count++
  return count
}

/** How many characters at the ends of two texts are equal. */
export function commonEnd(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let count = 0
  const isEqual = (end: number) => one.charCodeAt(one.length - end) === other.charCodeAt(other.length - end)
  while (count < length && isEqual(count + 1)) count++
  return count
}
