import type { Client } from '@nightdesk/client'
import { addPastViews, type Db } from '@nightdesk/db'
import { PATIENT, withDatabase } from '../database.ts'
import type { Env } from '../env.ts'
import { dayBefore, type ReadArticle, trafficOf } from './traffic.ts'

/** Notes below corrected stories, by the place of the story in the order of publication. */
const CORRECTIONS: readonly (readonly [story: number, note: string])[] = [
  [0, 'An earlier version of this story gave the wrong year in its second part.'],
  [2, 'An earlier version of this story left out a line of its last scene.'],
  [2, 'This story was revised after letters from readers.'],
  [4, 'An earlier version of this story misspelled the name of a street.'],
]

/** Gives the stories of a demo site a year of readers, some of them of earlier versions. */
export async function addTraffic(env: Env, client: Client, report: (line: string) => void): Promise<void> {
  const stories = await client.articles.list.query({ state: 'published' })
  const ids = stories.map(({ id }) => id).sort((a, b) => a - b)
  for (const [story, note] of CORRECTIONS) {
    const id = ids[story]
    if (id) await correctStory(client, id, note)
  }
  await withDatabase(env, ({ db }) => fillLedger(db, env, report), PATIENT)
  await client.workers.triggerAnalytics.mutate({})
  // The other changes bypassed the server, so a save through it invalidates its cached pages.
  const newest = ids.at(-1)
  if (newest) await correctStory(client, newest, 'Thank you to everyone who wrote in about the lamp.')
}

/**
 * Gives a site a past: backdates its articles over the given days and adds views of them. Every figure is counted from the
 * views. The site needs at least one published article.
 */
export async function fillLedger(
  db: Db,
  { SITE_TIMEZONE: timezone, SITE_URL: site }: Pick<Env, 'SITE_TIMEZONE' | 'SITE_URL'>,
  report: (line: string) => void,
  days = 365,
): Promise<void> {
  const { today, second } = clock(timezone)
  const articles = await backdate(db, today, days)
  report(`Published ${articles.length} articles over ${days} days`)
  const traffic = trafficOf({ articles, today, second, days, site })
  report(`Adding ${traffic.views.length} views`)
  const { first_day, last_day, views } = await addPastViews(db, timezone, traffic)
  report(`Counted ${views} views, ${first_day} to ${last_day}`)
}

/** The date and the second of the day in the time zone of the site. */
function clock(timezone: string) {
  // The Swedish format is 2026-11-18 21:04:09.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const [today = '', time = ''] = format.format(new Date()).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return { today, second: (hours * 60 + minutes) * 60 + seconds }
}

/** Days after the publication on which the versions after it were saved. */
const CORRECTED_AFTER = [12, 90]
/** The newest article is published after this share of the days. */
const NEWEST_AT = 0.95

/** Backdates articles and their versions as if the articles had been published at even intervals. */
async function backdate(db: Db, today: string, days: number): Promise<ReadArticle[]> {
  const articles = await db
    .selectFrom('articles')
    .where('state', '=', 'published')
    .select('id')
    .orderBy('id')
    .execute()
  const interval = (days * NEWEST_AT) / Math.max(1, articles.length - 1)
  const past: ReadArticle[] = []
  for (const [index, { id }] of articles.entries())
    past.push(await backdateArticle(db, id, today, days - Math.round(index * interval)))
  return past
}

async function backdateArticle(db: Db, id: number, today: string, ago: number): Promise<ReadArticle> {
  const rows = await db
    .selectFrom('article_versions')
    .where('article_id', '=', id)
    .select(['id', 'state'])
    .orderBy('version_number')
    .execute()
  const drafts = rows.filter(({ state }) => state === 'draft').length
  const versions = rows.map(({ id }, index) => {
    const after = index <= drafts ? index - drafts : (CORRECTED_AFTER[index - drafts - 1] ?? ago)
    return { id, since: dayBefore(today, Math.max(0, ago - after)) }
  })
  for (const { id, since } of versions)
    await db
      .updateTable('article_versions')
      .set({ created_at: morningOf(since) })
      .where('id', '=', id)
      .execute()
  const published = dayBefore(today, ago)
  await db
    .updateTable('articles')
    .set({
      date_created: morningOf(versions[0]?.since ?? published),
      date_published: morningOf(published),
      date_updated: morningOf(versions.at(-1)?.since ?? published),
    })
    .where('id', '=', id)
    .execute()
  const corrected = versions[drafts + 1]?.since ?? published
  await db
    .updateTable('corrections')
    .set({ created_at: morningOf(corrected) })
    .where('article_id', '=', id)
    .execute()
  return { id, published, versions: versions.slice(drafts) }
}

const morningOf = (date: string) => `${date}T00:00:00Z`

/** Saves a published story with a note at its end, as a new version that readers see at once. */
async function correctStory({ articles }: Client, id: number, note: string): Promise<void> {
  const { content, version_number } = await articles.get.query({ id })
  const paragraph = { type: 'paragraph', children: [{ text: note, italic: true }] }
  const footnotes = content.findIndex(({ type }) => type === 'footnote')
  const end = footnotes < 0 ? content.length : footnotes
  const corrected = content.toSpliced(end, 0, paragraph)
  await articles.update.mutate({ id, content: corrected, base_version: version_number })
}
