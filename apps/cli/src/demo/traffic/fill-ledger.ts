import { addPastViews, type Db } from '@nightdesk/db'
import { dayBefore } from './rhythm.ts'
import { type ReadArticle, trafficOf } from './traffic.ts'

export interface PastOptions {
  timezone: string
  /** The origin of the site. */
  site: string
  /** Days of readers. */
  days: number
  report(line: string): void
}

/**
 * Gives a site a past: backdates its articles over the given days and adds views of them. Every figure is counted from the
 * views. The site needs at least one published article.
 */
export async function fillLedger(db: Db, { timezone, site, days, report }: PastOptions): Promise<void> {
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
