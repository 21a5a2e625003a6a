import { inTurn, median } from '../results.ts'
import { drive, type Target } from './drive.ts'
import { processorTime } from './processor-time.ts'

/** A target, and the processes that serve it now. */
export interface Served extends Target {
  pids: () => Promise<readonly number[]>
}

export interface Comparison {
  /** Microseconds of processor time for one request of each side. */
  ours: number
  bare: number
  /** Processor time for one of our requests ÷ for one of the bare server’s. */
  cost: number
  /** Our requests per second ÷ those of the bare server; undefined where no fast client is installed. */
  rate: number | undefined
}

/** Short, so that a drift in the speed of the machine affects both sides of a round. */
const SECONDS = 1
const ROUNDS = { warmUp: 4, rounds: 11 }

/** Measures both sides in turn. Medians over the rounds. */
export async function compare(ours: Served, bare: Served, connections: number): Promise<Comparison> {
  const measureSide = (side: Served) => () => measure(side, connections)
  const [our, their] = await inTurn(measureSide(ours), measureSide(bare), ROUNDS)
  const pairs = our.map((round, index) => [round, their[index]!] as const) // as many
  const rates = pairs.flatMap(([one, other]) =>
    one.perSecond === undefined || other.perSecond === undefined ? [] : [one.perSecond / other.perSecond],
  )
  return {
    ours: median(our.map(({ cost }) => cost)),
    bare: median(their.map(({ cost }) => cost)),
    cost: median(pairs.map(([one, other]) => one.cost / other.cost)),
    rate: rates.length > 0 ? median(rates) : undefined,
  }
}

/** One round of a side. */
async function measure({ pids, ...target }: Served, connections: number) {
  const before = await processorTime(await pids())
  const { requests, perSecond } = await drive(target, connections, SECONDS)
  const after = await processorTime(await pids())
  return { cost: ((after - before) * 1000) / requests, perSecond }
}
