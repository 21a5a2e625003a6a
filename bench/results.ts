interface Result {
  what: string
  value: string
  gate: string
  isMet: boolean
}
const results: Result[] = []

/** A measured value beside its budget. */
export function report(what: string, value: string, gate: string, isMet: boolean): void {
  results.push({ what, value, gate, isMet })
}

/** Prints every budget. @returns whether all are met */
export function printResults(): boolean {
  for (const { what, value, gate, isMet } of results) {
    console.log(`${isMet ? 'ok  ' : 'MISS'}  ${what.padEnd(52)} ${value.padStart(10)}   gate ${gate}`)
  }
  return results.every(({ isMet }) => isMet)
}
