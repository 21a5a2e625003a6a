import { inTurn, median, ratioAtMost } from './results.ts'
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
  ratioAtMost(`figures, ${MANY} ÷ ${FEW} views`, long, short, 'ms', GATE)
}

type Site = Pick<Awaited<ReturnType<typeof siteWith>>, 'allFigures'>

/** @returns milliseconds for all figures of both sites, medians */
export async function timeFigures(few: Site, many: Site): Promise<[number, number]> {
  const [short, long] = await inTurn(few.allFigures, many.allFigures, { warmUp: WARM_UP, rounds: ROUNDS })
  return [median(short), median(long)]
}
