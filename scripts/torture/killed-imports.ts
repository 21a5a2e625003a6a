import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import type { Db } from '../../packages/db/src/index.ts'
import { createTestDb } from '../../packages/db/src/testing.ts'
import { addAdmin } from '../../packages/export/src/fixtures/round-trip.ts'
import { noise } from '../../packages/images/src/testing.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { killAfter, nightdesk, start, timed } from './backups/nightdesk.ts'
import type { Report } from './report.ts'

interface Torture {
  seed: string
  items: number
  kills: number
}

/** Kills imports at random moments, compares what they bring in with an import that ran to its end, and undoes them. */
export async function tortureKilledImports({ seed, items, kills }: Torture): Promise<Report> {
  await using home = await temporaryDirectory('torture-imports')
  await using database = await createTestDb()
  const { db, url } = database
  const problems: string[] = []
  const folder = await writeStories(join(home.path, 'stories'), items)
  const env = { DATABASE_URL: url, DATA_DIR: join(home.path, 'data'), LOG_LEVEL: 'fatal' }
  const importing = ['import', folder, '--as', 'original']
  await addAdmin(db)
  const empty = await everything(db)
  const duration = await timed(() => nightdesk(importing, env))
  const whole = await everything(db)
  const found = (await db.selectFrom('articles').select('id').execute()).length
  if (found !== items) problems.push(`${found} of ${items} stories came in`)
  const undo = async () => {
    const { id } = await newestImport(db).select('id').executeTakeFirstOrThrow()
    await nightdesk(['import', 'undo', String(id)], env)
    if ((await everything(db)) !== empty)
      problems.push(`something of import ${id} is left after it was undone`)
  }
  let done = 0
  const settle = async () => {
    if ((await everything(db)) !== whole)
      problems.push('an import that was killed differs from one that was not')
    await undo()
    done += 1
  }
  await undo()
  const random = randomFrom(seed)
  for (let killed = 0; killed < kills; ) {
    if (await killAfter(start(importing, env), moment(random, duration, kills))) killed += 1
    // One that is killed after its last step has ended, too.
    if (await hasEnded(db)) await settle()
  }
  await nightdesk(importing, env)
  await settle()
  return {
    lines: [`Imports killed       ${kills} times, ${items} items; ${done} ended, equal and undone`],
    problems,
  }
}

/** So that an import is killed several times before it ends. */
const moment = (random: Random, duration: number, kills: number) => random(0.1, 0.5 + 6 / kills) * duration

const hasEnded = async (db: Db) =>
  (await newestImport(db).select('state').executeTakeFirst())?.state === 'done'

const newestImport = (db: Db) => db.selectFrom('imports').orderBy('id', 'desc')

/** What the site shows, with titles in place of numbers and hashes in place of file names. */
export async function everything(db: Db): Promise<string> {
  const { rows } = await sql<{ found: string }>`
    select json_build_object(
      'stories', (select json_agg(row_to_json(story) order by title) from (
        select title, articles.state, excerpt, content, poster_alt, word_count, version_number,
          date_created, date_updated, date_published,
          (select count(*) from passages where article_id = articles.id) as passages,
          (select count(*) from search_documents where article_id = articles.id) as documents,
          (select array_agg(name order by position) from article_tags join tags on tags.id = tag_id
            where article_id = articles.id) as tags,
          (select array_agg(name order by position) from credits join people on people.id = person_id
            where version_id = version.id) as people,
          (select array_agg(path order by path) from redirects where article_id = articles.id) as addresses
        from articles join article_versions version on version.id = current_version_id) story),
      'tags', (select array_agg(slug order by slug) from tags),
      'people', (select array_agg(name order by name) from people),
      'redirects', (select array_agg(path order by path) from redirects),
      'pictures', (select array_agg(encode(sha256, 'hex') order by sha256) from images where removed_at is null)
    )::text as found`.execute(db)
  return withoutNumbers(db, rows[0]!.found) // a select without from has one row
}

async function withoutNumbers(db: Db, found: string): Promise<string> {
  const titles = await sql<{ id: number; title: string }>`
    select articles.id, title from articles join article_versions version on version.id = current_version_id`.execute(
    db,
  )
  const files = await db.selectFrom('images').select(['filename', 'sha256']).execute()
  const title = new Map(titles.rows.map((row) => [String(row.id), row.title]))
  const hash = new Map(files.map(({ filename, sha256 }) => [filename, sha256.toString('hex')]))
  return found
    .replace(/\/post\/(\d+)/g, (_, id) => `/post/${title.get(id)}`)
    .replace(/[a-z2-7]{26}\.png/g, (filename) => hash.get(filename) ?? 'no picture')
}

const PICTURES = 10

/** Stories in Markdown that link to each other and share pictures, by path. */
export async function storyFiles(items: number): Promise<Record<string, string | Uint8Array>> {
  const files: Record<string, string | Uint8Array> = {}
  for (let n = 0; n < PICTURES; n++)
    files[`images/${n}.png`] = await noise(40 + n, 40)
      .png()
      .toBuffer()
  for (let n = 1; n <= items; n++) files[`story-${n}.md`] = story(n, items)
  return files
}

async function writeStories(folder: string, items: number): Promise<string> {
  await mkdir(join(folder, 'images'), { recursive: true })
  for (const [path, content] of Object.entries(await storyFiles(items)))
    await writeFile(join(folder, path), content)
  return folder
}

const story = (n: number, items: number) => `---
title: Story ${n}
date: 2020-01-${String((n % 28) + 1).padStart(2, '0')}T10:00:00Z
author: Person ${n % 7}
tags: [Tag ${n % 5}, Tag ${n % 11}]
permalink: /2020/story-${n}/
draft: ${n % 4 === 0}
---

The text of story ${n}. [The next one](/2020/story-${(n % items) + 1}/) follows.

![Picture ${n % PICTURES}](images/${n % PICTURES}.png)
`
