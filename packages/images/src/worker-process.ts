/**
 * What a script run by a worker pool does: answers one request at a time until the pool, or its process, ends.
 * The signals of a shutdown are left to the pool, which may still wait for an answer.
 */
export function answerRequests<Request, Reply extends object>(answer: (request: Request) => Promise<Reply>) {
  // The pool is the only sender, and typed.
  process.on('message', async (request) => send(await answer(request as Request)))
  // An exit would wait for native code that may never return.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  send('ready')
}

function send(message: object | string) {
  if (!process.send) throw new Error('This script is run by a worker pool')
  process.send(message)
}
