import { type Session, signIn, timeHome } from '../api.ts'
import { ADMIN, startStack } from '../stack.ts'
import { sendLargeBodies } from './large-bodies.ts'
import { p99, type Report } from './report.ts'

interface AbuseReport extends Report {
  /** Costly reads that were answered, and those refused with retry-after. */
  answered: number
  refused: number
  /** Bodies of 3.9 MB that were refused. */
  bodies: number
}

interface AbuseOptions {
  /** Clients that send one request after another, without a pause. */
  clients: number
  /** Requests for the home page meanwhile. */
  pages: number
  /** Number of stories of maximum length, and of versions of one of them. */
  stories: number
  /** Milliseconds of the home page at the 99th percentile. Default: any number. */
  limit?: number
}

const PARAGRAPH = 'The ferry leaves the harbour at dusk and nobody waves from the pier tonight. '

/**
 * Sends costly reads, anonymous and of one author, and then bodies that nobody asked for, from many clients at once, while a
 * reader opens the home page.
 */
export async function tortureAbuse(options: AbuseOptions): Promise<AbuseReport> {
  const { clients, pages, stories, limit = Number.POSITIVE_INFINITY } = options
  await using stack = await startStack({ admin: ADMIN })
  const session = await signIn(stack.url)
  const dear = costlyReads(session, await writeStories(session, stories))
  const report: AbuseReport = { answered: 0, refused: 0, bodies: 0, lines: [], problems: [] }
  const timeHomes = async (name: string) => {
    const times: number[] = []
    for (let page = 0; page < pages; page++) times.push(await timeHome(stack.url))
    const time = Math.round(p99(times))
    report.lines.push(`${name.padEnd(20)} the home page 99 % within ${time} ms`)
    if (time > limit) report.problems.push(`${name}: the home page took ${time} ms, not ${limit}`)
  }
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
  await timeHomes('Beside dear reads')
  isOver = true
  await Promise.all(asking)
  const endSending = await sendLargeBodies({ url: stack.url, clients })
  await timeHomes('Beside large bodies')
  const { refused, problems } = await endSending()
  report.bodies = refused
  report.problems.push(...problems)
  report.lines.push(
    `Dear reads           ${report.answered} answered, ${report.refused} told to come back`,
    `Bodies of 3.9 MB     ${refused} refused`,
  )
  return report
}

function judge(report: AbuseReport, path: string, { status, headers }: Response) {
  if (status === 200 || status === 207) report.answered++
  else if (status === 503 && headers.has('retry-after')) report.refused++
  else report.problems.push(`${path.slice(0, 60)} was answered with ${status}`)
}

/** @returns the id of a story with very many versions */
async function writeStories({ client: { articles } }: Session, stories: number): Promise<number> {
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

function costlyReads({ headers }: Session, id: number): [path: string, headers: Record<string, string>][] {
  const list = encodeURIComponent(JSON.stringify({ 0: { q: 'ferry' } }))
  const words = 'the ferry leaves harbour at dusk and nobody waves from pier tonight'
  const q = encodeURIComponent(`${words} ${words} ${words}`.slice(0, 200))
  return [
    [`/trpc/published.list?batch=1&input=${list}`, {}],
    ['/api/articles?q=e', {}],
    [`/api/search?q=${q}`, {}],
    [`/search?q=${q}`, { accept: 'text/html' }],
    [`/admin/articles/${id}/versions`, { ...headers }],
  ]
}
