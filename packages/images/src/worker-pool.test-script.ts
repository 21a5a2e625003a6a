import { answerRequests } from './worker-process.ts'

export type TestRequest = { task: 'report' } | { task: 'loop' } | { task: 'die'; signal: NodeJS.Signals }
export interface TestReply {
  pid: number
  /** Number of requests that this process has answered. */
  answered: number
  /** The names of its environment variables. */
  environment: string[]
}

let answered = 0

/** Executes the request, crashes and endless loops included. */
answerRequests<TestRequest, TestReply>(async (request) => {
  if (request.task === 'die') process.kill(process.pid, request.signal)
  while (request.task !== 'report') {}
  answered += 1
  return { pid: process.pid, answered, environment: Object.keys(process.env) }
})
