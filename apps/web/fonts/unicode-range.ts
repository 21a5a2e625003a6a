/** Reads `U+0000-00FF,U+0131`. @returns the characters */
export function readRange(range: string): Set<number> {
  const parts = range.split(',').map((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return new Set(parts.flat())
}

/** Formats characters as a `unicode-range`. */
export function writeRange(characters: Iterable<number>): string {
  const runs: { first: number; last: number }[] = []
  for (const character of [...characters].sort((one, other) => one - other)) {
    const run = runs.at(-1)
    if (run && run.last === character - 1) run.last = character
    else runs.push({ first: character, last: character })
  }
  const hex = (character: number) => character.toString(16)
  return runs
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(',')
}
