import { asOwner } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ago, createArticle, ctx, db, hearChanges, owner_url } from '../testing.ts'
import { publishMissed, publishScheduled } from './publish-scheduled.ts'

beforeEach(() => db.deleteFrom('articles').execute())

const article = (id: number) =>
  db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const versions = (id: number) =>
  db
    .selectFrom('article_versions')
    .where('article_id', '=', id)
    .select(['id', 'version_number', 'title', 'state', 'change_description'])
    .orderBy('version_number')
    .execute()

/** A scheduled draft, with its newest version or a frozen one. @returns its id */
async function scheduled(title: string, scheduled_at: string, { isFrozen = false } = {}): Promise<number> {
  const id = await createArticle(title)
  const { author_id, current_version_id } = await article(id)
  await db
    .updateTable('articles')
    .set({
      scheduled_at,
      scheduled_version_id: isFrozen ? current_version_id : null,
      scheduled_by: author_id,
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** Saves another version after scheduling. */
async function edit(id: number, title: string) {
  const { rows } = await sql<{ id: number }>`
    insert into article_versions (article_id, version_number, state, title, excerpt, content, content_hash,
      word_count, change_description)
    select article_id, version_number + 1, state, ${title}, excerpt, content, sha256(${title}), word_count, 'Edited title'
    from article_versions where article_id = ${id} returning id`.execute(db)
  const current_version_id = rows[0]?.id
  await db.updateTable('articles').set({ current_version_id }).where('id', '=', id).execute()
}

test('a due article is published, in a version that records it, and its schedule ends', async () => {
  const id = await scheduled('The Night Ferry', ago(1))

  await publishScheduled(ctx, { article_id: id })

  const [draft, published] = await versions(id)
  expect(published).toMatchObject({ version_number: 2, title: draft?.title, change_description: 'Published' })
  expect(await article(id)).toMatchObject({
    state: 'published',
    current_version_id: published?.id,
    published_version_id: published?.id,
    date_published: expect.any(String),
    scheduled_at: null,
  })
})

test('the audit log has one line with the person who scheduled it', async () => {
  const id = await scheduled('The Night Ferry', ago(1))
  const { author_id } = await article(id)

  await publishScheduled(ctx, { article_id: id })

  const lines = await db.selectFrom('audit_log').selectAll().where('target', '=', `article:${id}`).execute()
  expect(lines).toMatchObject([
    { action: 'article.publish', actor_id: author_id, detail: { by: 'schedule' } },
  ])
})

test('the last save is published, even if it was after the scheduling', async () => {
  const id = await scheduled('The Night Ferry', ago(1))
  await edit(id, 'The Day Ferry')

  await publishScheduled(ctx, { article_id: id })

  const published = (await versions(id)).at(-1)
  expect(published).toMatchObject({ title: 'The Day Ferry', change_description: 'Published' })
  expect(await article(id)).toMatchObject({ state: 'published', published_version_id: published?.id })
})

test('edits after a version was frozen stay unpublished and are not lost', async () => {
  const id = await scheduled('The Night Ferry', ago(1), { isFrozen: true })
  await edit(id, 'The Day Ferry')

  await publishScheduled(ctx, { article_id: id })

  const [first, second, ...others] = await versions(id)
  expect(others).toEqual([])
  expect(await article(id)).toMatchObject({
    state: 'published',
    published_version_id: first?.id,
    current_version_id: second?.id,
  })
})

test('a frozen version whose text is that of the newest again leaves nothing unpublished', async () => {
  const id = await scheduled('The Night Ferry', ago(1), { isFrozen: true })
  await edit(id, 'The Day Ferry')
  await db
    .updateTable('article_versions')
    .set(({ selectFrom }) => ({
      title: 'The Night Ferry',
      content_hash: selectFrom('article_versions as first')
        .select('content_hash')
        .where('article_id', '=', id)
        .where('version_number', '=', 1),
    }))
    .where('article_id', '=', id)
    .where('version_number', '=', 2)
    .execute()

  await publishScheduled(ctx, { article_id: id })

  const published = (await versions(id)).at(-1)
  expect(published).toMatchObject({ version_number: 3, title: 'The Night Ferry' })
  expect(await article(id)).toMatchObject({
    published_version_id: published?.id,
    current_version_id: published?.id,
  })
})

test.each([
  ['whose time has not come', () => scheduled('Early', ago(-60))],
  ['whose schedule was cancelled', () => createArticle('Cancelled')],
])('an article %s stays a draft', async (_which, make) => {
  const id = await make()

  await publishScheduled(ctx, { article_id: id })
  await publishMissed(ctx, {})

  expect(await article(id)).toMatchObject({ state: 'draft' })
  expect(await versions(id)).toHaveLength(1)
})

test('a deleted article is no failure', async () => {
  await expect(publishScheduled(ctx, { article_id: 999_999 })).resolves.toBeUndefined()
})

test('two runs, even at once, publish once', async () => {
  const id = await scheduled('Once', ago(1))

  await Promise.all([
    publishScheduled(ctx, { article_id: id }),
    publishMissed(ctx, {}),
    publishScheduled(ctx, { article_id: id }),
  ])

  expect(await versions(id)).toHaveLength(2)
})

test('after a downtime all due articles are published, and no others', async () => {
  const due = [await scheduled('A', ago(7_200)), await scheduled('B', ago(60))]
  const later = await scheduled('C', ago(-60))

  await publishMissed(ctx, {})

  for (const id of due) expect(await article(id)).toMatchObject({ state: 'published' })
  expect(await article(later)).toMatchObject({ state: 'draft' })
})

test('a due article that cannot be published holds back none that is due after it, and its job says why', async () => {
  const broken = await scheduled('A', ago(120))
  const id = await scheduled('B', ago(60))
  await asOwner(
    owner_url,
    sql`alter table articles add constraint broken check (id <> ${sql.lit(broken)} or state = 'draft')`,
  )
  onTestFinished(() => asOwner(owner_url, sql`alter table articles drop constraint broken`))

  const lines: object[] = []
  const log = pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line)) })

  await expect(publishMissed({ ...ctx, log }, {})).rejects.toMatchObject({
    message: 'Scheduled articles could not be published',
    cause: { constraint: 'broken' },
  })

  expect(await article(id)).toMatchObject({ state: 'published' })
  expect(lines).toMatchObject([
    { article_id: broken, msg: 'A scheduled article could not be published', err: { constraint: 'broken' } },
  ])
})

test.each([
  ['what is published in time', 1, []],
  ['what is late', 60, ['A scheduled article was published late, and not by its job']],
])('without its job, %s is published, and only the late warned of', async (_which, seconds, expected) => {
  const id = await scheduled('By the sweep', ago(seconds))
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line).msg) })

  await publishMissed({ ...ctx, log }, {})

  expect(await article(id)).toMatchObject({ state: 'published' })
  expect(warnings).toEqual(expected)
})

test('the publication is announced to every server', async () => {
  const id = await scheduled('Heard', ago(1))
  const heard = await hearChanges()

  await publishScheduled(ctx, { article_id: id })

  await expect.poll(() => heard).toEqual([['lists', `article:${id}`]])
})
