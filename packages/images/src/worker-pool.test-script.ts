import { answerRequests } from './worker-process.ts'

export type Order = { task: 'report' } | { task: 'loop' } | { task: 'die'; signal: NodeJS.Signals }
export interface Report {
  pid: number
  /** How many requests this process answered. */
  answered: number
  /** The names of its environment variables. */
  environment: string[]
}

let answered = 0

/** Follows orders, harmful ones too. */
answerRequests<Order, Report>(async (order) => {
  if (order.task === 'die') process.kill(process.pid, order.signal)
  while (order.task !== 'report') {}
  answered += 1
  return { pid: process.pid, answered, environment: Object.keys(process.env) }
})
