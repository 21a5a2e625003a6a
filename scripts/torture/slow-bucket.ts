import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@nightdesk/client'
import type { Export } from '../../packages/contracts/src/index.ts'
import { connect } from '../../packages/db/src/index.ts'
import { zip } from '../../packages/import/src/testing.ts'
import { type SlowBucket, startSlowBucket } from '../../packages/storage/src/testing-slow-bucket.ts'
import { type Session, signIn } from '../api.ts'
import { ADMIN, type Stack, startStack } from '../stack.ts'
import { until } from '../until.ts'
import { accidentsIn } from './faults.ts'
import { storyFiles } from './killed-imports.ts'
import { sendPicture } from './pictures.ts'
import { inSeconds, type Report } from './report.ts'
import { bringIn } from './uploaded-imports.ts'

/** A file of 4 to 5 MB. */
const LARGE = { width: 1280, height: 1200 }
/** Uploads that the server accepts of one account. */
const AT_ONCE = 4
/** Milliseconds. More than a server of pictures may be silent. */
const STALL = 6_000
/** Milliseconds of the whole way of a file. */
const LIMIT = 600_000

interface SlowBucketOptions {
  pictures: number
  /** Milliseconds before each answer; before that to the last step of a file, six times as many. */
  answers_after: number
}

/** Each answer comes late, and each body takes longer than the server may be silent. */
const slow = (answers_after: number): SlowBucket['faults'] => ({
  put: { reads_at: 800_000, answers_after },
  get: { answers_after },
  head: { answers_after },
  list: { answers_after },
  part: { answers_after: 4_500 },
  complete: { answers_after: 6 * answers_after },
})

interface Site {
  stack: Stack
  bucket: SlowBucket
  session: Session
  problems: string[]
}

/** Runs uploads, readers, an import, an export and a backup on a site whose bucket is slow, then one that fails in the middle. */
export async function tortureSlowBucket({ pictures, answers_after }: SlowBucketOptions): Promise<Report> {
  await using bucket = await startSlowBucket()
  await using stack = await startStack({ isShared: true, admin: ADMIN, env: environment(bucket) })
  const session = await signIn(stack.url)
  const site: Site = { stack, bucket, session, problems: [] }
  Object.assign(bucket.faults, slow(answers_after))
  bucket.lists_after = 5_000
  const lines: string[] = []
  const time = async (what: string, run: () => Promise<string>) => {
    const begun = performance.now()
    const found = await run()
    lines.push(`${what.padEnd(20)} ${found}, in ${inSeconds(performance.now() - begun)}`)
  }
  await time('Slow bucket', () => uploadPictures(site, pictures))
  await Promise.all([
    time('Import', () => importStories(site)),
    time('Export', () => exportSite(site)),
    time('Backup', () => backUp(site)),
  ])
  const { s3 } = await session.client.system.status.query({})
  if (s3.status !== 'connected') site.problems.push(`a slow bucket is shown as ${s3.status}`)
  await failEarly(site)
  await failLate(site)
  if (bucket.unfinished().length > 0) site.problems.push(`parts are left of ${bucket.unfinished()}`)
  return { lines, problems: [...site.problems, ...accidentsIn(stack.output())] }
}

function environment({ options: { endpoint, bucket, accessKey, secretKey } }: SlowBucket) {
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
  const ofBackups = Object.entries(s3).map(([name, value]) => [`BACKUP_${name}`, value])
  return { ...s3, ...Object.fromEntries(ofBackups) }
}

/** Each in a published story, and read by somebody who stalls. */
async function uploadPictures(site: Site, pictures: number): Promise<string> {
  let left = pictures
  const uploadAll = async () => {
    while (left-- > 0) await publishPicture(site)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, uploadAll))
  return `${pictures} pictures uploaded, and read with a pause`
}

async function publishPicture({ session: { url, token, client }, problems }: Site) {
  const { status, data } = await sendPicture(url, token, LARGE)
  if (status !== 201) return void problems.push(`an upload was answered with ${status}`)
  const draft = { title: 'A picture', content: [], poster_image_id: data.image_id }
  const { id } = await client.articles.create.mutate(draft)
  await client.articles.publish.mutate({ id })
  const { announced, received } = await readWithPause(url + data.url)
  if (received !== announced) problems.push(`a reader got ${received} of ${announced} bytes of a picture`)
}

/** @returns bytes, as the header says and as they came */
async function readWithPause(url: string, headers = {}) {
  const [response]: IncomingMessage[] = await once(get(url, { headers }), 'response')
  if (!response) throw new Error('There is no answer') // the event has one
  let received = 0
  await delay(STALL)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.length
  } catch {
    // What has come is counted.
  }
  return { announced: Number(response.headers['content-length']), received }
}

async function importStories({ stack, session }: Site): Promise<string> {
  const { db, close } = connect(stack.database_url ?? '')
  // More than one part.
  const ballast = crypto.getRandomValues(new Uint8Array(65_536))
  const files = await storyFiles(5)
  for (let n = 0; n < 150; n++) files[`ballast/${n}.bin`] = ballast
  try {
    await bringIn({ stack, db, session }, zip(files))
  } finally {
    await close()
  }
  return '5 stories from a file of 10 MB'
}

async function exportSite({ session: { url, client }, problems }: Site): Promise<string> {
  const made = await makeExport(client)
  if (made.state !== 'done') problems.push(`an export failed: ${made.failure}`)
  const link = await client.exports.link.mutate({ id: made.id })
  const { pathname, search } = new URL(link.url)
  const begun = await fetch(url + pathname + search, { redirect: 'manual' })
  const cookie = begun.headers.getSetCookie().map((value) => value.split(';')[0])
  const { announced, received } = await readWithPause(url + pathname, { cookie: cookie.join() })
  if (received !== announced || received !== made.contents?.bytes)
    problems.push(`${received} of ${announced} bytes of an export were downloaded`)
  return `${Math.round(received / 1e6)} MB written and downloaded with a pause`
}

/** @returns it when it is done or has failed */
async function makeExport({ exports }: Client): Promise<Export> {
  let made = await exports.create.mutate({})
  await until('an export has ended', LIMIT, async () => {
    await delay(500)
    made = (await exports.list.query({})).find(({ id }) => id === made.id) ?? made
    return ['done', 'failed'].includes(made.state)
  })
  return made
}

async function backUp({ session }: Site): Promise<string> {
  const { backups } = session.client
  const newest = async () => (await backups.list.query({})).backups[0]
  await backups.create.mutate({})
  await until('a backup is in the bucket', LIMIT, async () => {
    await delay(500)
    return (await newest()) !== undefined
  })
  const backup = await newest()
  return `${Math.round((backup?.bytes ?? 0) / 1e6)} MB`
}

/** A bucket that breaks off is an outage for those who ask, and none when it does no more. */
async function failEarly({ session: { url, token }, bucket, problems }: Site) {
  const { data } = await sendPicture(url, token)
  for (const [kind, fault] of [
    ['put', { closes_after: 0 }],
    ['put', { fails: true }],
    ['get', { closes_after: 0 }],
    ['get', { fails: true }],
    ['get', { closes_after: 100 }],
  ] as const) {
    const { [kind]: usual } = bucket.faults
    bucket.faults[kind] = fault
    const what = `a bucket with the fault ${JSON.stringify(fault)} at ${kind}`
    const answer = await ask(kind)
    if (answer !== 503 && answer !== 'cut') problems.push(`${what} was answered with ${answer}`)
    bucket.faults[kind] = usual ?? {}
    const after = await ask(kind)
    if (after !== 200 && after !== 201) problems.push(`after ${what}, an answer was ${after}`)
  }

  async function ask(kind: 'put' | 'get'): Promise<number | 'cut'> {
    if (kind === 'put') return (await sendPicture(url, token)).status
    const response = await fetch(url + data.url)
    return response.arrayBuffer().then(
      () => response.status,
      () => 'cut' as const,
    )
  }
}

async function failLate({ stack, bucket, problems }: Site) {
  bucket.faults.complete = { fails: true }
  // A session that was opened long ago may not export.
  const { client } = await signIn(stack.url)
  const { state } = await makeExport(client)
  if (state !== 'failed') problems.push(`an export that was not put together is ${state}`)
}
