/** What a run found. */
export interface Report {
  /** The figures of the run, one per line. */
  lines: string[]
  /** Sentences. */
  problems: string[]
}

export const joined = (...reports: Report[]): Report => ({
  lines: reports.flatMap(({ lines }) => lines),
  problems: reports.flatMap(({ problems }) => problems),
})

export const notDone = (missing: string): Report => ({
  lines: [`Not done             ${missing}`],
  problems: [],
})

export const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** The 99th percentile; 0 of nothing. */
export const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0
