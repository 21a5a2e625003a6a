import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db } from '../testing.ts'

const editor = await createUser()
const { articles, schedules, versions } = as(editor)

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function jobs() {
  const { rows } = await sql<{ key: string; run_at: string }>`
    select key, run_at from graphile_worker.jobs where task_identifier = 'publish-scheduled'`.execute(db)
  return rows
}

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

describe('a schedule', () => {
  test('shows the time and the newest version, and queues a job for that time', async () => {
    const { id } = await createArticle(editor)
    const publish_at = inMinutes(90)

    const scheduled = await schedules.set({ id, publish_at })

    const standing = { state: 'draft', scheduled_at: publish_at, scheduled_version_number: null }
    expect(scheduled).toMatchObject({ ...standing, published_version_number: null })
    expect(await articles.get({ id })).toMatchObject(standing)
    expect((await articles.list({})).find((article) => article.id === id)).toMatchObject(standing)
    expect(await jobs()).toEqual([{ key: `publish-article:${id}`, run_at: publish_at }])
  })

  test('of one version keeps it when the text is edited, until it is set again', async () => {
    const { id } = await createArticle(editor)
    const publish_at = inMinutes(90)
    await schedules.set({ id, publish_at, version_number: 1 })

    const edited = await articles.update({ id, title: 'Second thoughts' })
    const again = await schedules.set({ id, publish_at })

    expect(edited).toMatchObject({ version_number: 2, scheduled_version_number: 1 })
    expect(again).toMatchObject({ version_number: 2, scheduled_version_number: null })
  })

  test('can name an older version, and an instant in any time zone', async () => {
    const { id } = await createArticle(editor)
    await articles.update({ id, title: 'Second thoughts' })

    const scheduled = await schedules.set({
      id,
      publish_at: '2199-01-01T03:00:00+03:00',
      version_number: 1,
    })

    expect(scheduled).toMatchObject({
      scheduled_at: '2199-01-01T00:00:00.000Z',
      scheduled_version_number: 1,
    })
  })

  test('can have any offset, also one that Postgres refuses', async () => {
    const { id } = await createArticle(editor)

    const scheduled = await schedules.set({ id, publish_at: '2199-01-02T00:00:00.123456789+23:59' })

    expect(scheduled.scheduled_at).toBe('2199-01-01T00:01:00.123Z')
  })

  test('set again has one job, at the new time', async () => {
    const { id } = await createArticle(editor)
    await schedules.set({ id, publish_at: inMinutes(10) })
    const publish_at = inMinutes(20)

    await schedules.set({ id, publish_at })

    expect(await jobs()).toEqual([{ key: `publish-article:${id}`, run_at: publish_at }])
  })

  test('that is cancelled leaves a draft and no job; cancelling again changes nothing', async () => {
    const { id } = await createArticle(editor)
    await schedules.set({ id, publish_at: inMinutes(10) })

    const cancelled = await schedules.cancel({ id })

    expect(cancelled).toMatchObject({ state: 'draft', scheduled_at: null, scheduled_version_number: null })
    expect(await schedules.cancel({ id })).toEqual(cancelled)
    expect(await jobs()).toEqual([])
  })

  test.each(['publish', 'archive', 'delete'] as const)('ends with %s', async (move) => {
    const { id } = await createArticle(editor)
    await schedules.set({ id, publish_at: inMinutes(10) })

    expect(await articles[move]({ id })).toMatchObject({ scheduled_at: null })
    expect(await jobs()).toEqual([])
  })
})

describe('an article that is restored', () => {
  const archived = async () => {
    const { id } = await createArticle(editor)
    await articles.update({ id, title: 'Second thoughts' })
    await articles.archive({ id })
    return id
  }

  test('has the schedule again that it is restored with, and one job for it', async () => {
    const id = await archived()
    const publish_at = inMinutes(10)

    const restored = await articles.restore({ id, schedule: { publish_at, version_number: 1 } })

    expect(restored).toMatchObject({ state: 'draft', scheduled_at: publish_at, scheduled_version_number: 1 })
    expect(await jobs()).toEqual([{ key: `publish-article:${id}`, run_at: publish_at }])
  })

  test('has none when its time has come meanwhile', async () => {
    const id = await archived()

    const schedule = { publish_at: inMinutes(-1), version_number: 1 }

    expect(await articles.restore({ id, schedule })).toMatchObject({ state: 'draft', scheduled_at: null })
    expect(await jobs()).toEqual([])
  })

  test('stays where it is when there is no such version', async () => {
    const id = await archived()

    const schedule = { publish_at: inMinutes(10), version_number: 9 }

    await expect(articles.restore({ id, schedule })).rejects.toThrow('no such version')
    expect(await articles.get({ id })).toMatchObject({ state: 'archived' })
  })

  test('is not scheduled when it is public again', async () => {
    const { id } = await createPublished(editor)

    const schedule = { publish_at: inMinutes(10), version_number: 1 }

    await expect(articles.restore({ id, schedule })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('an unpublished article has the schedule again that publishing ended', async () => {
  const { id } = await createPublished(editor)
  const publish_at = inMinutes(10)

  const draft = await articles.unpublish({ id, schedule: { publish_at, version_number: 1 } })

  expect(draft).toMatchObject({ state: 'draft', scheduled_at: publish_at, scheduled_version_number: 1 })
})

describe('refused is', () => {
  test.each([
    ['a time that is past', { publish_at: inMinutes(-1) }, 'publish_at'],
    ['what is no instant', { publish_at: 'tomorrow' }, 'publish_at'],
    // Both are of the year 10000, which no answer can name: once stored, no list could be read any more.
    ['a year that its offset makes too late', { publish_at: '9999-12-31T23:59:59-15:00' }, 'publish_at'],
    ['a year that is too late', { publish_at: '9001-01-01T00:00:00Z' }, 'publish_at'],
    ['a year that is too early', { publish_at: '0000-01-01T00:00:00Z' }, 'publish_at'],
    ['a version that there is not', { publish_at: inMinutes(10), version_number: 9 }, 'version_number'],
  ])('%s, with the field', async (_what, input, path) => {
    const { id } = await createArticle(editor)

    const refused = schedules.set({ id, ...input })

    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ path }] })
  })

  test('a published article, with a sentence', async () => {
    const { id } = await createPublished(editor)

    await expect(schedules.set({ id, publish_at: inMinutes(10) })).rejects.toThrow(
      'This article is public already. What you save goes out at once.',
    )
  })

  test.each(['archive', 'delete'] as const)('an article after %s', async (move) => {
    const { id } = await createArticle(editor)
    await articles[move]({ id })

    await expect(schedules.set({ id, publish_at: inMinutes(10) })).rejects.toThrow('Restore it first.')
  })

  test('another author’s article, with 404', async () => {
    const { id } = await createArticle(editor)
    const stranger = as(await createUser({ role: 'author' }))

    await expect(stranger.schedules.set({ id, publish_at: inMinutes(10) })).rejects.toThrow('not found')
    await expect(stranger.schedules.cancel({ id })).rejects.toThrow('not found')
  })
})

describe('of a published article whose newer text is not public', () => {
  async function publishedBehind() {
    const { id } = await createArticle(editor)
    await articles.update({ id, title: 'Second thoughts' })
    return articles.publish({ id, version_number: 1 })
  }

  test('the answer names both versions', async () => {
    expect(await publishedBehind()).toMatchObject({ version_number: 2, published_version_number: 1 })
  })

  test('publishing again makes the newest public', async () => {
    const { id } = await publishedBehind()

    const published = await articles.publish({ id })

    expect(published).toMatchObject({ version_number: 3, published_version_number: 3 })
    const [newest] = await versions.list({ id })
    expect(newest).toMatchObject({ change_description: 'Published', title: 'Second thoughts' })
  })

  test('publishing the version again that readers saw keeps the newer one from them', async () => {
    const { id } = await publishedBehind()
    await articles.unpublish({ id })

    expect(await articles.publish({ id, version_number: 1 })).toMatchObject({ published_version_number: 1 })
    await expect(articles.publish({ id, version_number: 9 })).rejects.toThrow('no such version')
  })
})

test('publishing an older version with the text of the newest leaves nothing unpublished', async () => {
  const { id } = await createPublished(editor)
  await articles.unpublish({ id })

  const published = await articles.publish({ id, version_number: 2 })

  expect(published).toMatchObject({ version_number: 4, published_version_number: 4 })
})

test('publishing is refused when the text was changed since the version that the caller saw', async () => {
  const { id } = await createArticle(editor)
  await articles.update({ id, title: 'Second thoughts' })

  await expect(articles.publish({ id, base_version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await articles.publish({ id, base_version: 2 })).toMatchObject({ state: 'published' })
})
