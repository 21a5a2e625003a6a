import { randomUUID } from 'node:crypto'
import { type Session, sendView } from '../../api.ts'
import { sendPicture } from '../pictures.ts'

/** A kind of request that is repeated while servers, pooler and database fail. */
export interface Load {
  /** Requests with a good answer. */
  answered: number
  /** Requests that an outage broke off or put off. */
  interrupted: number
  problems: string[]
  send(): Promise<void>
  /** What was acknowledged and is not there afterwards, as sentences. */
  findLosses(): Promise<string[]>
}

/**
 * 0 when the connection broke; 409 when another save of the article took too long, 502 and 504 when the connection of Caddy broke,
 * 503 when nobody could do the work.
 */
const OUTAGE = [0, 409, 502, 503, 504]

function createLoad(name: string, send: () => Promise<number>, findLosses: Load['findLosses']): Load {
  const load: Load = {
    answered: 0,
    interrupted: 0,
    problems: [],
    findLosses,
    async send() {
      const status = await send()
      if (status === 200 || status === 201) load.answered++
      else if (OUTAGE.includes(status)) load.interrupted++
      else load.problems.push(`${name} was answered with ${status}`)
    },
  }
  return load
}

/** Views of a story, each by another reader. */
export function viewsOf({ url, client }: Session, id: number): Load {
  const view = async () => (await sendView(url, id, { session_id: randomUUID() })).status
  const load = createLoad('a view', view, async () => {
    const { unique_views } = await client.analytics.article.query({ id, period: 'all' })
    const { answered, interrupted } = load
    const isWhole = unique_views >= answered && unique_views <= answered + interrupted
    return isWhole
      ? []
      : [`${answered} views were acknowledged, ${interrupted} not, and ${unique_views} counted`]
  })
  return load
}

/** Pages, feeds and JSON that show a title. */
export function readsOf(url: string, id: number, title: string): Load {
  const paths = ['/', `/post/${id}`, '/rss.xml', '/sitemap.xml', `/api/articles/${id}`]
  let sent = 0
  const read = async () => {
    const path = paths[sent++ % paths.length]! // a remainder is a valid index
    const { status, body } = await getText(url + path)
    if (status === 200 && path !== '/sitemap.xml' && !body.includes(title))
      load.problems.push(`${path} lacks the story`)
    return status
  }
  const load = createLoad('a page', read, async () => [])
  return load
}

/** Uploads of pictures. */
export function uploadsTo({ url, token }: Session): Load {
  const uploaded: string[] = []
  const upload = async () => {
    const answer = await sendPicture(url, token).catch(() => null) // the connection broke, or Caddy has no body for it
    if (answer?.status === 201) uploaded.push(answer.data.url)
    return answer?.status ?? 0
  }
  return createLoad('an upload', upload, async () => {
    const statuses = await Promise.all(uploaded.map(async (path) => (await getText(url + path)).status))
    return statuses
      .filter((status) => status !== 200)
      .map((status) => `an uploaded picture is answered with ${status}`)
  })
}

async function getText(address: string): Promise<{ status: number; body: string }> {
  try {
    const answer = await fetch(address)
    return { status: answer.status, body: await answer.text() }
  } catch {
    return { status: 0, body: '' }
  }
}
