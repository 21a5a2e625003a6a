import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

interface Senders {
  url: string
  clients: number
}

interface Sent {
  /** Bodies that were refused. */
  refused: number
  problems: string[]
}

/** Addresses that anybody may send a body to, and the status for one that is not read. */
const NOT_READ: [path: string, status: number][] = [
  ['/nothing', 404],
  ['/your-data', 415],
]
const LARGE = Buffer.from(JSON.stringify('x'.repeat(3_900_000)))

/**
 * Sends bodies of 3.9 MB that nobody asked for from many clients at once, without a pause, in a thread of its own: the one
 * that measures other requests meanwhile is not delayed by it.
 * @returns ends the sending, once every client has sent one
 */
export async function sendLargeBodies(senders: Senders): Promise<() => Promise<Sent>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: senders })
  await once(worker, 'message')
  return async () => {
    const sent = once(worker, 'message')
    worker.postMessage('end')
    const [message] = await sent
    return message as Sent // send() returns it
  }
}

async function send({ url, clients }: Senders): Promise<Sent> {
  const sent: Sent = { refused: 0, problems: [] }
  let isOver = false
  parentPort?.once('message', () => {
    isOver = true
  })
  const sendOne = async (turn: number) => {
    const [path, expected] = NOT_READ[turn % NOT_READ.length] ?? ['/', 0]
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(url + path, { method: 'POST', headers, body: LARGE })
    if (status === expected) sent.refused++
    else sent.problems.push(`${path} answered a large body with ${status}`)
  }
  const all = Array.from({ length: clients }, (_, client) => client)
  await Promise.all(all.map(sendOne))
  parentPort?.postMessage('begun')
  await Promise.all(
    all.map(async (client) => {
      for (let turn = client; !isOver; turn++) await sendOne(turn)
    }),
  )
  return sent
}

if (!isMainThread) send(workerData as Senders).then((sent) => parentPort?.postMessage(sent)) // only sendLargeBodies starts it
