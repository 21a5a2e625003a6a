import { Worker } from 'node:worker_threads'
import { HOSTILE_FORMATS, type Shape } from './hostile-shapes.ts'
import type { Report } from './report.ts'

/** A text of a megabyte at most takes seconds. */
const LIMIT_MS = 60_000

/** What `read-hostile.ts` sends. */
export type FromReader = { begun: number; shape: Shape } | { problem: string }

interface Torture {
  seed: string
  /** Of each format, besides those that once took hours. */
  shapes: number
  /** No file that is longer is doubled. */
  max_bytes: number
}

/** Reads files of each format that are nested, unclosed or repetitive: their time may grow three times when they double. */
export async function tortureHostileImports(torture: Torture): Promise<Report & { read: number }> {
  const problems: string[] = []
  let read = 0
  for (const format of Object.keys(HOSTILE_FORMATS)) {
    for (let from = 0; from !== -1; ) {
      const end = await readShapes({ ...torture, format, from })
      problems.push(...end.problems)
      read += end.read
      from = end.next
    }
  }
  const formats = Object.keys(HOSTILE_FORMATS).length
  return {
    read,
    lines: [`Hostile exports      ${read} shapes of ${formats} formats, each doubled until it takes time`],
    problems,
  }
}

/** The task of `read-hostile.ts`. */
export interface Reading extends Torture {
  format: string
  /** The first shape. */
  from: number
}

/** @returns the number of the shape to go on with after one that does not end; -1 after the last */
async function readShapes(reading: Reading): Promise<{ read: number; next: number; problems: string[] }> {
  const worker = new Worker(new URL('./read-hostile.ts', import.meta.url), { workerData: reading })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const problems: string[] = []
  let read = 0
  let last: { begun: number; shape: Shape } = { begun: reading.from, shape: [] }
  const timer = setTimeout(() => {
    problems.push(`${reading.format} ${JSON.stringify(last.shape)}: no end after a minute`)
    resolve(last.begun + 1)
  }, LIMIT_MS)
  worker.on('message', (message: FromReader) => {
    timer.refresh()
    if ('problem' in message) problems.push(message.problem)
    else {
      last = message
      read++
    }
  })
  worker.once('error', reject)
  worker.once('exit', () => resolve(-1))
  try {
    return { next: await promise, read, problems }
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
