import { isDeepStrictEqual } from 'node:util'
import type {
  AnalyticsSummary,
  Article,
  Job,
  SignedIn,
  SystemStatus,
  UploadedImage,
} from '../../packages/contracts/src/index.ts'
import { type Admin, call, expectSuccess } from './api.ts'
import { PICTURE, sendPicture } from './pictures.ts'
import { until } from './until.ts'

export const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'whatever it runs on' }
const JOB_LIMIT = 75_000
/** A browser: the views of robots are not counted. */
export const READER = { 'user-agent': 'Mozilla/5.0 Firefox/145.0' }

interface TourOptions {
  /** Output of a new site, which contains the setup link of the first admin. */
  output: string
  /** The server for writes. */
  url: string
  /** The server for reads, of the same site. */
  reader?: string
}

/**
 * A tour of all features over HTTP, from the first admin to the trash, for any database and storage.
 * @returns problems, as sentences. @throws when it cannot continue
 */
export async function tourSite({ output, url, reader = url }: TourOptions): Promise<string[]> {
  const problems: string[] = []
  const check = (holds: boolean, otherwise: string) => void (holds || problems.push(otherwise))
  await setUpAdmin(url, output, check)
  const { token } = await expectSuccess(call<SignedIn>(`${url}/admin/login`, 'POST', ADMIN))
  const visit: Visit = { url, reader, headers: { authorization: `Bearer ${token}` }, check }
  const image = await sendPicture(url, token)
  check(image.status === 201, `an upload was answered with ${image.status}`)
  await readPicture(visit, image.data)
  const id = await writeArticle(visit, image.data.image_id)
  await countView(visit, id)
  await checkStatus(visit)
  await moveToTrash(visit, id)
  return problems
}

interface Visit {
  url: string
  reader: string
  headers: { authorization: string }
  check(holds: boolean, otherwise: string): void
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

async function writeArticle({ url, reader, headers, check }: Visit, poster_image_id: number) {
  const articles = `${url}/admin/articles`
  const content = [{ type: 'paragraph', children: [{ text: 'The ferry leaves at dusk.' }] }]
  const draft = { title: 'The Night Ferry', content: [], poster_image_id }
  const { article } = await expectSuccess(call<{ article: Article }>(articles, 'POST', draft, headers))
  const { id, version_number } = article
  await expectSuccess(call(`${articles}/${id}`, 'PUT', { content, base_version: version_number }, headers))
  const early = await call(`${reader}/api/articles/${id}`, 'GET')
  check(early.status === 404, `a draft was answered with ${early.status}`)
  await expectSuccess(call(`${articles}/${id}/publish`, 'PUT', {}, headers))
  const read = await expectSuccess(call<Article>(`${reader}/api/articles/${id}`, 'GET'))
  check(isDeepStrictEqual(read.content, content), 'readers get another text')
  const page = await fetch(`${reader}/post/${id}`)
  check((await page.text()).includes('The ferry leaves at dusk.'), `the page (${page.status}) lacks the text`)
  return id
}

async function countView({ url, reader, headers, check }: Visit, id: number) {
  const view = { session_id: 'reader-0001', version_id: null, referrer: null, user_agent: 'Firefox' }
  const { counted } = await expectSuccess(
    call<{ counted: boolean }>(`${reader}/api/articles/${id}/view`, 'POST', view, READER),
  )
  check(counted, 'a view was not counted')
  await runJob(url, headers)
  const { data } = await expectSuccess(
    call<{ data: AnalyticsSummary }>(`${url}/admin/worker/analytics/latest`, 'GET', undefined, headers),
  )
  const shown = data.popular_articles.find((article) => article.id === id)
  check(shown?.views === 1, `the summary has ${shown?.views} views of an article that was read once`)
}

/** Triggers analytics and waits until the job is done. @returns its duration in milliseconds */
export async function runJob(url: string, headers: Visit['headers'], limit = JOB_LIMIT): Promise<number> {
  const { data } = await expectSuccess(
    call<{ data: { job_id: string } }>(`${url}/admin/worker/trigger-analytics`, 'POST', {}, headers),
  )
  return until('a job is done', limit, async () => {
    const jobs = await listJobs(url, headers)
    return jobs.find(({ id }) => String(id) === data.job_id)?.state === 'done'
  })
}

/** @throws when the call fails */
export async function listJobs(url: string, headers: Visit['headers']): Promise<Job[]> {
  return expectSuccess(call<Job[]>(`${url}/admin/worker/jobs`, 'GET', undefined, headers))
}

/** @throws when the status cannot be read */
export async function readStatus(url: string, headers: Visit['headers']): Promise<SystemStatus> {
  const status = call<{ data: SystemStatus }>(`${url}/admin/system/status`, 'GET', undefined, headers)
  return (await expectSuccess(status)).data
}

async function checkStatus({ url, headers, check }: Visit) {
  const { s3, database, workers } = await readStatus(url, headers)
  check(s3.status === 'connected', `the storage is shown as ${s3.status}: ${s3.message}`)
  check((s3.bucket_stats?.object_count ?? 0) > 0, 'the storage is shown as empty')
  check(database.status === 'connected', `the database is shown as ${database.status}`)
  check(workers?.workers.some(({ status }) => status === 'running') === true, 'no worker is shown as running')
}

async function moveToTrash({ url, headers, check }: Visit, id: number) {
  await expectSuccess(call(`${url}/admin/articles/${id}`, 'DELETE', undefined, headers))
  const { status } = await call(`${url}/api/articles/${id}`, 'GET')
  check(status === 404, `an article in the trash was answered with ${status}`)
}
