import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@nightdesk/client'
import type { Article, UploadedImage } from '../../packages/contracts/src/index.ts'
import { call, expectSuccess, paragraph, sendView, signIn } from '../api.ts'
import { ADMIN } from '../stack.ts'
import { until } from '../until.ts'
import { PICTURE, sendPicture } from './pictures.ts'

const JOB_LIMIT = 75_000

interface TourOptions {
  /** Output of a new site, which contains the setup link of the first admin. */
  output: string
  /** The server for writes. */
  url: string
  /** The server for reads, of the same site. */
  reader?: string
}

interface Visit {
  reader: string
  client: Client
  check(holds: boolean, otherwise: string): void
}

/**
 * A tour of all features over HTTP, from the first admin to the trash, for any database and storage.
 * @returns problems, as sentences. @throws when it cannot continue
 */
export async function tourSite({ output, url, reader = url }: TourOptions): Promise<string[]> {
  const problems: string[] = []
  const check = (holds: boolean, otherwise: string) => void (holds || problems.push(otherwise))
  await setUpAdmin(url, output, check)
  const { token, client } = await signIn(url)
  const visit: Visit = { reader, client, check }
  const image = await sendPicture(url, token)
  check(image.status === 201, `an upload was answered with ${image.status}`)
  await readPicture(visit, image.data)
  const id = await writeArticle(visit, image.data.image_id)
  await countView(visit, id)
  await checkStatus(visit)
  await client.articles.delete.mutate({ id })
  const { status } = await call(`${url}/api/articles/${id}`, 'GET')
  check(status === 404, `an article in the trash was answered with ${status}`)
  return problems
}

async function setUpAdmin(url: string, output: string, check: Visit['check']) {
  const token = /\/admin\/setup#(\S+)/.exec(output)?.[1]
  const setup = () => call(`${url}/admin/setup`, 'POST', { ...ADMIN, full_name: 'Ada', token })
  await expectSuccess(setup())
  const { status } = await setup()
  check(status === 404, `the link for the first admin was answered with ${status} the second time`)
}

async function readPicture({ reader, check }: Visit, { url, width, height }: UploadedImage) {
  const whole = await fetch(reader + url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  check(whole.status === 200 && bytes.length > 0, `a picture was answered with ${whole.status}`)
  check(width === PICTURE.width && height === PICTURE.height, `a picture is ${width} × ${height}`)
  const part = await fetch(reader + url, { headers: { range: 'bytes=10-19' } })
  const ten = Buffer.from(await part.arrayBuffer())
  check(
    part.status === 206 && ten.equals(bytes.subarray(10, 20)),
    `a range of a picture was answered with ${part.status} and ${ten.length} bytes`,
  )
  const again = await fetch(reader + url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  check(again.status === 304, `a picture that is known was answered with ${again.status}`)
}

async function writeArticle({ reader, client: { articles }, check }: Visit, poster_image_id: number) {
  const content = [paragraph('The ferry leaves at dusk.')]
  const draft = { title: 'The Night Ferry', content: [], poster_image_id }
  const { id, version_number: base_version } = await articles.create.mutate(draft)
  await articles.update.mutate({ id, content, base_version })
  const early = await call(`${reader}/api/articles/${id}`, 'GET')
  check(early.status === 404, `a draft was answered with ${early.status}`)
  await articles.publish.mutate({ id })
  const read = await expectSuccess(call<Article>(`${reader}/api/articles/${id}`, 'GET'))
  check(isDeepStrictEqual(read.content, content), 'readers get another text')
  const page = await fetch(`${reader}/post/${id}`)
  check((await page.text()).includes('The ferry leaves at dusk.'), `the page (${page.status}) lacks the text`)
  return id
}

async function countView({ reader, client, check }: Visit, id: number) {
  const { counted } = await expectSuccess(sendView(reader, id, { session_id: 'reader-0001' }))
  check(counted, 'a view was not counted')
  await runJob(client)
  const summary = await client.analytics.latest.query({})
  const shown = summary?.popular_articles.find((article) => article.id === id)
  check(shown?.views === 1, `the summary has ${shown?.views} views of an article that was read once`)
}

/** Triggers analytics and waits until the job is done. @returns its duration in milliseconds */
export async function runJob({ workers }: Client): Promise<number> {
  const { job_id } = await workers.triggerAnalytics.mutate({})
  return until('a job is done', JOB_LIMIT, async () => {
    const jobs = await workers.jobs.query({})
    return jobs.find(({ id }) => String(id) === job_id)?.state === 'done'
  })
}

async function checkStatus({ client, check }: Visit) {
  const { s3, database, workers } = await client.system.status.query({})
  check(s3.status === 'connected', `the storage is shown as ${s3.status}: ${s3.message}`)
  check((s3.bucket_stats?.object_count ?? 0) > 0, 'the storage is shown as empty')
  check(database.status === 'connected', `the database is shown as ${database.status}`)
  check(workers?.workers.some(({ status }) => status === 'running') === true, 'no worker is shown as running')
}
