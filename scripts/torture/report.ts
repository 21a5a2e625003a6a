/** What a run found. */
export interface Report {
  /** The figures of the run, one per line. */
  lines: string[]
  problems: string[]
}

export const notDone = (missing: string): Report => ({
  lines: [`Not done             ${missing}`],
  problems: [],
})

export const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
