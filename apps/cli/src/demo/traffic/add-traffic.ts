import { connect } from '@nightdesk/db'
import type { Env } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'
import type { Client } from '../client.ts'
import { correctStory } from './correct-story.ts'
import { fillLedger } from './fill-ledger.ts'

const DAYS = 365

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
  await withDatabase(env, async ({ url }) => {
    // Counting a year takes longer than the time limit of a request.
    const { db, close } = connect(url, { statementTimeout: 0 })
    const past = { timezone: env.SITE_TIMEZONE, site: env.SITE_URL, days: DAYS, report }
    await fillLedger(db, past).finally(close)
  })
  await client.workers.triggerAnalytics.mutate({})
  // The other changes bypassed the server, so a save through it invalidates its cached pages.
  const newest = ids.at(-1)
  if (newest) await correctStory(client, newest, 'Thank you to everyone who wrote in about the lamp.')
}
