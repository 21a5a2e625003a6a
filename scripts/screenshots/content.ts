import { type Client, uploaderTo } from '@nightdesk/client'
import { publishStories } from '../../apps/cli/src/demo/publish-stories.ts'
import { paragraph, signIn } from '../api.ts'
import type { Account } from '../stack.ts'

const READERS = 40
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** A site with content on every screen. */
export interface FilledSite {
  url: string
  /** A session of the admin. */
  token: string
  /** The stories published first and last; the last leads the home page. */
  firstId: number
  lastId: number
  /** A draft with a few versions. */
  draftId: number
  /** A public page. */
  pageId: number
  /** The path of an unused invitation link. */
  invitePath: string
}

export async function fillSite(url: string, admin: Account): Promise<FilledSite> {
  const { token, client } = await signIn(url, admin)
  await client.profile.update.mutate({ full_name: 'Wanjiru Kamau' })
  await publishStories(client, uploaderTo(url, token))
  const published = await client.articles.list.query({ sort: 'date_updated' })
  const [first, last] = [published[0], published.at(-1)]
  if (!first || !last) throw new Error('There are stories to take pictures of')
  await readStories(url, published)
  await client.workers.triggerAnalytics.mutate({})
  await client.users.create.mutate({
    username: 'juma@nightdesk.example',
    full_name: 'Juma Otieno',
    role: 'editor',
    password: 'only for pictures',
  })
  const { invite } = await client.users.create.mutate({
    username: 'achieng@nightdesk.example',
    full_name: 'Achieng Ouma',
    role: 'author',
  })
  if (!invite) throw new Error('Who has no password is invited')
  const { pathname, hash } = new URL(invite.url)
  const invitePath = pathname + hash
  const [draftId, pageId] = [await writeDraft(client), await writePages(client)]
  return { url, token, firstId: first.id, lastId: last.id, draftId, pageId, invitePath }
}

/** Records views, most for the first stories. */
async function readStories(url: string, stories: { id: number; version_id: number }[]) {
  for (const [index, { id, version_id }] of stories.toReversed().entries()) {
    for (let reader = 0; reader < READERS / (index + 1); reader++) {
      const body = { session_id: `reader-in-a-picture-${reader}`, version_id, referrer: null }
      await fetch(`${url}/api/articles/${id}/view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
        body: JSON.stringify({ ...body, user_agent: USER_AGENT }),
      })
    }
  }
}

async function writeDraft({ articles }: Client): Promise<number> {
  const { id } = await articles.create.mutate({ title: 'Untitled', content: paragraphs(1) })
  await articles.update.mutate({ id, title: 'What the Ferry Carried', content: paragraphs(2) })
  await articles.update.mutate({ id, content: paragraphs(3) })
  const binned = await articles.create.mutate({ title: 'Notes for a story about moss', content: [] })
  await articles.delete.mutate({ id: binned.id })
  return id
}

async function writePages({ articles }: Client): Promise<number> {
  const about = { kind: 'page', title: 'About', path: '/about', content: paragraphs(3) } as const
  const { id } = await articles.create.mutate(about)
  await articles.publish.mutate({ id })
  await articles.create.mutate({ ...about, title: 'Submission Guidelines', path: '/about/submissions' })
  return id
}

const LINES = [
  'The ferry leaves at dusk, and it has never once arrived with the same number of lamps.',
  'Nobody looks at the water twice. The first look is for the crossing; the second is for what crosses.',
  'On the far side they keep a ledger of what was carried over by mistake.',
]

const paragraphs = (count: number) => LINES.slice(0, count).map(paragraph)
