import { median } from '../median.ts'
import { drive, type Target } from './drive.ts'
import { type ProcessorTime, processorTime } from './processor-time.ts'

/** A target, and the processes that serve it now. */
export interface Served extends Target {
  pids: () => Promise<readonly number[]>
}

/** Microseconds of processor time for one request. */
export interface Cost extends ProcessorTime {
  total: number
}

export interface Comparison {
  ours: Cost
  bare: Cost
  /** Processor time for one of our requests ÷ for one of the bare server’s. */
  cost: number
  /** Our requests per second ÷ those of the bare server; undefined where no fast client is installed. */
  rate: number | undefined
}

/** Short, so that a drift in the speed of the machine affects both sides of a round. */
const SECONDS = 1
const ROUNDS = 11
/** Rounds before those that count, in which code is compiled. */
const WARM_UP = 4

/** Measures both sides in turn. Medians over the rounds. */
export async function compare(ours: Served, bare: Served, connections: number): Promise<Comparison> {
  const rounds: { ours: Measured; bare: Measured }[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    rounds.push({ ours: await measure(ours, connections), bare: await measure(bare, connections) })
  const counted = rounds.slice(WARM_UP)
  const rates = counted.flatMap(({ ours, bare }) =>
    ours.perSecond === undefined || bare.perSecond === undefined ? [] : [ours.perSecond / bare.perSecond],
  )
  return {
    ours: medianCost(counted.map(({ ours }) => ours.cost)),
    bare: medianCost(counted.map(({ bare }) => bare.cost)),
    cost: median(counted.map(({ ours, bare }) => ours.cost.total / bare.cost.total)),
    rate: rates.length > 0 ? median(rates) : undefined,
  }
}

interface Measured {
  cost: Cost
  perSecond: number | undefined
}

/** One round of a side. */
export async function measure({ pids, ...target }: Served, connections: number): Promise<Measured> {
  const before = await processorTime(await pids())
  const { requests, perSecond } = await drive(target, connections, SECONDS)
  const after = await processorTime(await pids())
  const user = ((after.user - before.user) * 1000) / requests
  const system = ((after.system - before.system) * 1000) / requests
  return { cost: { user, system, total: user + system }, perSecond }
}

const medianCost = (costs: readonly Cost[]): Cost => ({
  user: median(costs.map(({ user }) => user)),
  system: median(costs.map(({ system }) => system)),
  total: median(costs.map(({ total }) => total)),
})
