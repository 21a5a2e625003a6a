import { answerRequests } from './worker-process.ts'

export type Told = { task: 'tell' } | { task: 'loop' } | { task: 'die'; signal: NodeJS.Signals }
export interface Telling {
  pid: number
  /** How many requests this process answered. */
  answered: number
  /** The names of its environment variables. */
  environment: string[]
}

let answered = 0

/** Does what it is told, the bad things too. */
answerRequests<Told, Telling>(async (told) => {
  if (told.task === 'die') process.kill(process.pid, told.signal)
  while (told.task !== 'tell') {}
  answered += 1
  return { pid: process.pid, answered, environment: Object.keys(process.env) }
})
