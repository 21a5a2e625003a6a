let areAllMet = true

/** Prints a measured value with its budget. */
export function report(what: string, value: string, gate: string, isMet: boolean): void {
  areAllMet &&= isMet
  console.log(`${isMet ? 'ok  ' : 'MISS'}  ${what.padEnd(52)} ${value.padStart(10)}   gate ${gate}`)
}

/** Whether every budget reported so far is met. */
export const isAllMet = (): boolean => areAllMet

/** Reports a value that may be so much. */
export const atMost = (what: string, value: number, gate: number, unit: string, digits = 0): void =>
  report(what, `${value.toFixed(digits)} ${unit}`, `≤ ${gate} ${unit}`, value <= gate)

/** Reports the fastest of several tries, as other work of the machine only adds time. In milliseconds. */
export const fastestAtMost = (what: string, times: readonly number[], gate: number): void =>
  atMost(what, Math.min(...times), gate, 'ms')

/** Reports that something costs so many times as much as something else. @param unit with what belongs to the two values */
export function ratioAtMost(what: string, ours: number, theirs: number, unit: string, gate: number): void {
  const spent = `(${ours.toFixed(1)} ÷ ${theirs.toFixed(1)} ${unit})`
  report(`${what} ${spent}`, (ours / theirs).toFixed(2), `≤ ${gate.toFixed(2)}`, ours / theirs <= gate)
}

const TRIES = 3

/** Measures again what does not meet its budget, as other work of the machine may have disturbed it. @returns the last */
export async function untilMet<T>(measure: () => Promise<T>, isMet: (measured: T) => boolean): Promise<T> {
  let measured = await measure()
  for (let tries = 1; !isMet(measured) && tries < TRIES; tries++) measured = await measure()
  return measured
}

/** `values` must not be empty. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** `values` must not be empty. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]! // there are some

interface Rounds {
  /** Before those that count, in which code is compiled. */
  warmUp: number
  rounds: number
}

/** Measures two sides in turn, so that a drift in the speed of the machine affects both. */
export async function inTurn<T>(
  one: () => Promise<T>,
  other: () => Promise<T>,
  { warmUp, rounds }: Rounds,
): Promise<[one: T[], other: T[]]> {
  const measured: [T[], T[]] = [[], []]
  for (let round = 0; round < warmUp + rounds; round++) {
    measured[0].push(await one())
    measured[1].push(await other())
  }
  return [measured[0].slice(warmUp), measured[1].slice(warmUp)]
}
