import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { randomFrom } from '../../apps/cli/src/demo/random.ts'
import { openSource, readSource, SourceError } from '../../packages/import/src/index.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import type { FromReader, Reading } from './hostile-imports.ts'
import { HOSTILE_FORMATS, type HostileFormat, inShape, randomShape, type Shape } from './hostile-shapes.ts'

// Started by `hostile-imports.ts` as a thread: reads shapes of one format, and sends each before and after.

/** Microseconds of processor time below which a measurement is noise. */
const NOISE = 50_000
/** From here on a growth with the square would be seen. */
const ENOUGH = 150_000
const MAX_GROWTH = 3

const { format, seed, from, shapes, max_bytes } = workerData as Reading // of a worker that it starts
const forms = HOSTILE_FORMATS[format] ?? []
const known = forms.flatMap((form) => (form.known ?? []).map((shape) => ({ form, shape })))
const random = Array.from({ length: shapes }, (_, number) => {
  const form = forms[number % forms.length] as HostileFormat // each format has one
  return { form, shape: randomShape(form, randomFrom(`${seed} ${format} ${number}`)) }
})
const send = (message: FromReader) => parentPort?.postMessage(message)
await using folder = await temporaryDirectory('hostile')
for (const [index, { form, shape }] of [...known, ...random].slice(from).entries()) {
  send({ begun: from + index, shape })
  const problem = await growthOf(form, shape)
  if (problem !== undefined) send({ problem: `${format} ${JSON.stringify(shape)}: ${problem}` })
}

/** Doubles a file until its time can be measured, and twice more if that has grown too fast. */
async function growthOf(form: HostileFormat, shape: Shape): Promise<string | undefined> {
  const times: { bytes: number; time: number }[] = []
  let fast = 0
  for (let count = Math.ceil(1024 / inShape(shape, 1).length); ; count *= 2) {
    const bytes = form.fileOf(inShape(shape, count))
    const time = await timeOf(form.file, bytes)
    const last = times.at(-1)
    times.push({ bytes: bytes.length, time })
    if (last && last.time > NOISE) {
      fast = time > MAX_GROWTH * last.time ? fast + 1 : 0
      if (fast === 0 && time > ENOUGH) return undefined
      // A single one may be a collection of garbage.
      if (fast === 2)
        return times.map(({ bytes, time }) => `${bytes} bytes ${Math.round(time / 1000)} ms`).join(', ')
    }
    if (bytes.length > max_bytes) return undefined
  }
}

async function timeOf(name: string, bytes: Uint8Array): Promise<number> {
  const path = join(folder.path, name)
  await writeFile(path, bytes)
  const before = process.threadCpuUsage()
  try {
    const source = await openSource(path)
    for await (const _ of readSource(source));
    await source.close()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
