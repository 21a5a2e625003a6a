/**
 * The loop of a script in a worker pool: answers one request at a time until the pool, or its process, ends. Ignores the
 * signals of a shutdown, since the pool may still wait for an answer.
 */
export function answerRequests<Request, Reply extends object>(answer: (request: Request) => Promise<Reply>) {
  // Only the pool sends requests, and it is typed.
  process.on('message', async (request) => send(await answer(request as Request)))
  // `process.exit` would wait for native code that may never return.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  send('ready')
}

function send(message: object | string) {
  if (!process.send) throw new Error('This script is run by a worker pool')
  process.send(message)
}
