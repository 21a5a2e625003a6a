import { createClient } from '@nightdesk/client'
import { startStack } from '../stack.ts'
import { sendLargeBodies } from './large-bodies.ts'

export interface AbuseReport {
  /** Costly reads that were answered, and those refused with retry-after. */
  answered: number
  refused: number
  /** Bodies of 3.9 MB that were refused. */
  bodies: number
  /** 99th percentile of the home page while costly reads are sent, and while large bodies are, in milliseconds. */
  p99: number
  p99_bodies: number
  problems: string[]
}

interface AbuseOptions {
  /** Clients that send one request after another, without a pause. */
  clients: number
  /** Requests for the home page meanwhile. */
  pages: number
  /** Number of stories of maximum length, and of versions of one of them. */
  stories: number
}

const ADMIN = { username: 'torture@nightdesk.example', password: 'fifty ask for everything at once' }
const PARAGRAPH = 'The ferry leaves the harbour at dusk and nobody waves from the pier tonight. '

/**
 * Sends costly reads, anonymous and of one author, and then bodies that nobody asked for, from many clients at once, while a
 * reader opens the home page.
 */
export async function tortureAbuse({ clients, pages, stories }: AbuseOptions): Promise<AbuseReport> {
  const env = {
    DATABASE_URL: '',
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  }
  await using stack = await startStack({ env })
  const { token } = await createClient(stack.url).auth.login.mutate(ADMIN)
  const dear = costlyReads(await writeStories(stack.url, token, stories), token)
  const report: AbuseReport = { answered: 0, refused: 0, bodies: 0, p99: 0, p99_bodies: 0, problems: [] }
  let isOver = false
  const ask = async (client: number) => {
    for (let turn = client; !isOver; turn++) {
      const [path, headers] = dear[turn % dear.length] ?? ['/', {}]
      const answer = await fetch(stack.url + path, { headers })
      await answer.arrayBuffer()
      judge(report, path, answer)
    }
  }
  await timeHome(stack.url)
  const asking = Array.from({ length: clients }, (_, client) => ask(client))
  report.p99 = await timeHomes(stack.url, pages)
  isOver = true
  await Promise.all(asking)
  const endSending = await sendLargeBodies({ url: stack.url, clients })
  report.p99_bodies = await timeHomes(stack.url, pages)
  const { refused, problems } = await endSending()
  report.bodies = refused
  report.problems.push(...problems)
  return report
}

/** The 99th percentile of the home page, in milliseconds. */
async function timeHomes(url: string, pages: number): Promise<number> {
  const times: number[] = []
  for (let page = 0; page < pages; page++) times.push(await timeHome(url))
  return times.toSorted((a, b) => a - b)[Math.ceil(pages * 0.99) - 1] ?? 0
}

function judge(report: AbuseReport, path: string, { status, headers }: Response) {
  if (status === 200 || status === 207) report.answered++
  else if (status === 503 && headers.has('retry-after')) report.refused++
  else report.problems.push(`${path.slice(0, 60)} was answered with ${status}`)
}

/** @returns the id of a story with very many versions */
async function writeStories(url: string, token: string, stories: number): Promise<number> {
  const { articles } = createClient(url, token)
  let last = 0
  for (let story = 0; story < stories; story++) {
    const content = Array.from({ length: 40 }, (_, line) => ({
      type: 'paragraph',
      children: [{ text: `${story}.${line} ${PARAGRAPH.repeat(8)}` }],
    }))
    const { id } = await articles.create.mutate({ title: `Ferry ${story}`, content })
    await articles.publish.mutate({ id })
    last = id
  }
  for (let version = 0; version < stories; version++)
    await articles.update.mutate({ id: last, title: `Ferry in version ${version}` })
  return last
}

function costlyReads(id: number, token: string): [path: string, headers: Record<string, string>][] {
  const list = encodeURIComponent(JSON.stringify({ 0: { q: 'ferry' } }))
  const words = 'the ferry leaves harbour at dusk and nobody waves from pier tonight'
  const q = encodeURIComponent(`${words} ${words} ${words}`.slice(0, 200))
  return [
    [`/trpc/published.list?batch=1&input=${list}`, {}],
    ['/api/articles?q=e', {}],
    [`/api/search?q=${q}`, {}],
    [`/search?q=${q}`, { accept: 'text/html' }],
    [`/admin/articles/${id}/versions`, { authorization: `Bearer ${token}` }],
  ]
}

async function timeHome(url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`The home page was answered with ${answer.status}`)
  return performance.now() - begun
}
