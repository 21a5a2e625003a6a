let areAllMet = true

/** Prints a measured value with its budget. */
export function report(what: string, value: string, gate: string, isMet: boolean): void {
  areAllMet &&= isMet
  console.log(`${isMet ? 'ok  ' : 'MISS'}  ${what.padEnd(52)} ${value.padStart(10)}   gate ${gate}`)
}

/** Whether every budget reported so far is met. */
export const isAllMet = (): boolean => areAllMet
