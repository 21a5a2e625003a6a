import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { signIn } from '../api.ts'
import { ADMIN, startStack } from '../stack.ts'
import { inSeconds, type Report } from './report.ts'

/** Megabytes by which the memory of the server may grow while a file of any size comes in. */
const MOST_GROWTH = 150
const MEGABYTE = 1024 ** 2

/** Uploads a file of many megabytes over HTTP, and compares what is on the disk with what was sent. */
export async function tortureLargeUpload(megabytes: number): Promise<Report> {
  await using stack = await startStack({ isShared: true, admin: ADMIN })
  const { token } = await signIn(stack.url)
  const [server, worker] = [await stack.pidOf('server'), await stack.pidOf('worker')]
  // Forgets the peak until now.
  await writeFile(`/proc/${server}/clear_refs`, '5')
  const before = await peakOf(server)
  // Otherwise it would read and delete the file.
  process.kill(worker, 'SIGSTOP')
  const began = performance.now()
  const { status, sha256 } = await upload(stack.url, token, megabytes)
  const duration = performance.now() - began
  const growth = (await peakOf(server)) - before
  const stored = await hashesIn(join(stack.directory, 'uploads', 'imports'))
  process.kill(worker, 'SIGCONT')
  const problems = [
    ...(status === 201 ? [] : [`an upload of ${megabytes} MB was answered with ${status}`]),
    ...(stored.join() === sha256 ? [] : [`an upload of ${megabytes} MB is not the file that was sent`]),
    ...(growth <= MOST_GROWTH ? [] : [`the server grew by ${growth} MB while a file came in`]),
  ]
  const line = `A large upload       ${megabytes} MB in ${inSeconds(duration)}, ${growth} MB of memory`
  return { lines: [line], problems }
}

const BOUNDARY = 'one-boundary'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.xml"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

async function upload(url: string, token: string, megabytes: number) {
  const hash = createHash('sha256')
  async function* form() {
    yield Buffer.from(HEAD)
    for (let n = 0; n < megabytes; n++) {
      const bytes = Buffer.alloc(MEGABYTE, `megabyte ${n} `)
      hash.update(bytes)
      yield bytes
    }
    yield Buffer.from(TAIL)
  }
  const sent = request(`${url}/admin/imports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': HEAD.length + megabytes * MEGABYTE + TAIL.length,
    },
  })
  const answer = once(sent, 'response')
  await pipeline(Readable.from(form()), sent)
  const [response]: IncomingMessage[] = await answer
  response?.resume()
  return { status: response?.statusCode, sha256: hash.digest('hex') }
}

/** In megabytes. */
async function peakOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmHWM:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const hashesIn = async (folder: string) =>
  Promise.all(
    (await readdir(folder)).map(async (name) => {
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(folder, name)), hash)
      return hash.digest('hex')
    }),
  )
