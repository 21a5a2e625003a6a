/**
 * The number of letters to insert, delete, replace or swap with a neighbour to turn one word into the other: the optimal
 * string alignment distance.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of b.entries()) {
      const replaced = at(last, column) + (letter === otherLetter ? 0 : 1)
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter
      const swapped = isSwap ? at(beforeLast, column - 1) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, swapped, at(last, column + 1) + 1, at(current, column) + 1))
    }
    ;[beforeLast, last] = [last, current]
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? 0
