import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { wxr, wxrItem, wxrMeta, wxrPicture } from '../../packages/import/src/testing.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { inSeconds, type Report } from './report.ts'

/** Megabytes of the heap in which a large export is read. */
const HEAP = 96

/** Reads a WordPress export of many megabytes in a thread with a small heap. */
export async function tortureLargeImport(megabytes: number): Promise<Report> {
  await using folder = await temporaryDirectory('large-import')
  const path = join(folder.path, 'export.xml')
  const written = await writeExport(path, megabytes * 1024 ** 2)
  const start = performance.now()
  const { read, error } = await readInThread(path)
  const problems = [
    ...(error ? [`${megabytes} MB were not read in a heap of ${HEAP} MB: ${error}`] : []),
    ...(read === written || error ? [] : [`${written} posts were written, and ${read} read`]),
  ]
  const line = `A large export       ${megabytes} MB with ${written} posts in a heap of ${HEAP} MB, ${inSeconds(performance.now() - start)}`
  return { lines: [line], problems }
}

const TEXT = Array.from({ length: 60 }, (_, line) => `Line ${line} of a <em>lamp</em> by the sea.`).join(
  '\n\n',
)

/** What plugins write beside a text is most of a large export. */
const META = wxrMeta('_builder_data', TEXT.repeat(8))

/** Every third item is a picture. Returns the number of posts. */
async function writeExport(path: string, bytes: number): Promise<number> {
  const [head = '', end = ''] = wxr(['<!-- items -->']).split('<!-- items -->')
  let posts = 0
  async function* parts() {
    yield head
    for (let size = 0, id = 1; size < bytes; id++) {
      const item =
        id % 3 === 0
          ? wxrPicture(id, id - 1, `picture-${id}`)
          : wxrItem(id, { 'content:encoded': TEXT }, META)
      if (id % 3 !== 0) posts++
      size += item.length
      yield item
    }
    yield end
  }
  await pipeline(Readable.from(parts()), createWriteStream(path))
  return posts
}

async function readInThread(path: string): Promise<{ read: number; error?: string }> {
  const worker = new Worker(new URL('./read-import.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: 16 },
  })
  const { promise, resolve } = Promise.withResolvers<{ read: number; error?: string }>()
  worker.once('message', (read: number) => resolve({ read }))
  worker.once('error', ({ message }) => resolve({ read: 0, error: message }))
  return await promise
}
