import { median } from './median.ts'
import { report } from './results.ts'
import { siteWith } from './scale/site-with-views.ts'

const FEW = 50_000
const MANY = 5_000_000
const GATE = 1.5
const WARM_UP = 100
const ROUNDS = 100

/** Compares all analytics with five million views and with fifty thousand, over the same year. */
export async function compareFigures(): Promise<void> {
  await using few = await siteWith(FEW)
  await using many = await siteWith(MANY)
  const [short, long] = await timeFigures(few, many)
  const spent = `(${long.toFixed(1)} ÷ ${short.toFixed(1)} ms)`
  const what = `figures, ${MANY} ÷ ${FEW} views ${spent}`
  report(what, (long / short).toFixed(2), `≤ ${GATE.toFixed(2)}`, long / short <= GATE)
}

type Site = Pick<Awaited<ReturnType<typeof siteWith>>, 'allFigures'>

/** @returns milliseconds for all figures of both sites, medians */
export async function timeFigures(few: Site, many: Site): Promise<[number, number]> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  // Alternating, so that a drift in the speed of the machine affects both.
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    times.few.push(await few.allFigures())
    times.many.push(await many.allFigures())
  }
  return [median(times.few.slice(WARM_UP)), median(times.many.slice(WARM_UP))]
}
