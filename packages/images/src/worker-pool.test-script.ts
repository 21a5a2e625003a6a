import { setTimeout } from 'node:timers/promises'
import { answerRequests } from './worker-process.ts'

export type TestRequest =
  | { task: 'report' }
  | { task: 'loop' }
  | { task: 'die'; signal: NodeJS.Signals }
  | { task: 'leave'; bytes: number }
export interface TestReply {
  pid: number
  /** Number of requests that this process has answered. */
  answered: number
  /** The names of its environment variables. */
  environment: string[]
}

let answered = 0
const left: Buffer[] = []

/** Executes the request, crashes and endless loops included. */
answerRequests<TestRequest, TestReply>(async (request) => {
  if (request.task === 'die') process.kill(process.pid, request.signal)
  if (request.task === 'leave') {
    left.push(Buffer.alloc(request.bytes, 1))
    // The pool looks at the memory every few milliseconds.
    await setTimeout(500)
  }
  while (request.task === 'loop') {}
  answered += 1
  return { pid: process.pid, answered, environment: Object.keys(process.env) }
})
