import { createHash } from 'node:crypto'
import { addJob } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ago, createArticle, createUser, ctx, DAY, db, HOUR } from '../testing.ts'
import { purgeExpired } from './maintenance.ts'

beforeEach(async () => {
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('users').execute()
  await db.deleteFrom('one_time_tokens').execute()
  await db.deleteFrom('rate_limits').execute()
})

test('sessions are deleted a day after they expired or ended', async () => {
  const live = await addSession('live', -HOUR, null)
  await addSession('expired', 2 * DAY, null)
  await addSession('ended', -HOUR, 2 * DAY)
  const justExpired = await addSession('just expired', HOUR, null)
  const justEnded = await addSession('just ended', -HOUR, HOUR)

  await purgeExpired(ctx, {})

  const rows = await db.selectFrom('sessions').select('id').execute()
  const left = rows.map(({ id }) => id.toString('hex'))
  expect(left.sort()).toEqual([live, justExpired, justEnded].sort())
})

test('one-time links and rate limits are deleted a day after their last effect', async () => {
  await addToken('old', 2 * DAY)
  const token = await addToken('good', -HOUR)
  await addLimit('old', 2 * DAY)
  await addLimit('now', HOUR)

  await purgeExpired(ctx, {})

  expect(await db.selectFrom('one_time_tokens').select('hash').execute()).toEqual([{ hash: token }])
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'now' }])
})

test('the outcome of a copy is available for a day', async () => {
  const copy = { url: 'https://example.org/a.png', requested_by: await createUser() }
  const copies = [DAY + HOUR, HOUR].map((seconds) => ({ ...copy, created_at: ago(seconds) }))
  await db.insertInto('image_copies').values(copies).execute()

  await purgeExpired(ctx, {})

  expect(await db.selectFrom('image_copies').select('created_at').execute()).toEqual([
    { created_at: copies[1]?.created_at },
  ])
})

const hashOf = (name: string) => createHash('sha256').update(name).digest()

/** @returns the id in hex */
async function addSession(name: string, expiredAgo: number, revokedAgo: number | null) {
  const session = {
    id: hashOf(name),
    user_id: await createUser(),
    expires_at: ago(expiredAgo),
    revoked_at: revokedAgo === null ? null : ago(revokedAgo),
    ip_prefix: '192.0.2.1',
    user_agent_family: 'Firefox',
  }
  await db.insertInto('sessions').values(session).execute()
  return session.id.toString('hex')
}

async function addToken(name: string, expiredAgo: number) {
  const hash = hashOf(name)
  await db
    .insertInto('one_time_tokens')
    .values({ hash, kind: 'setup', user_id: null, expires_at: ago(expiredAgo) })
    .execute()
  return hash
}

const addLimit = (key: string, startedAgo: number) =>
  db
    .insertInto('rate_limits')
    .values({ key, window_start: ago(startedAgo), count: 1 })
    .execute()

test('notes of readers outlive their link; it ended and they were resolved a month ago before they are deleted', async () => {
  const article_id = await createArticle('Moss')
  const [working, ended] = [await addPreview(article_id, -HOUR), await addPreview(article_id, 2 * DAY)]
  await addNote('open', article_id, ended, null)
  await addNote('just resolved', article_id, ended, 29 * DAY)
  await addNote('resolved', article_id, ended, 31 * DAY)
  await addNote('resolved, of a link that works', article_id, working, 31 * DAY)

  await purgeExpired(ctx, {})

  const left = await db.selectFrom('proof_notes').select('text').orderBy('id').execute()
  expect(left.map(({ text }) => text)).toEqual(['open', 'just resolved', 'resolved, of a link that works'])
})

async function addPreview(article_id: number, expiredAgo: number): Promise<number> {
  const { id } = await db
    .insertInto('previews')
    .values({
      article_id,
      token_hash: hashOf(`preview ${expiredAgo}`),
      created_by: await createUser(),
      with_unsaved: false,
      created_at: ago(3 * DAY),
      expires_at: ago(expiredAgo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addNote = (text: string, article_id: number, preview_id: number, resolvedAgo: number | null) =>
  db
    .insertInto('proof_notes')
    .values({
      preview_id,
      article_id,
      name: 'Njeri',
      text,
      quote: '',
      prefix: '',
      suffix: '',
      resolved_at: resolvedAgo === null ? null : ago(resolvedAgo),
    })
    .execute()

test('networks are familiar for a month', async () => {
  const [recent, old] = [hashOf('recent'), hashOf('old')]
  const id = await createUser()
  await db
    .insertInto('familiar_networks')
    .values([
      { user_id: id, network: recent, last_signed_in: ago(29 * DAY) },
      { user_id: id, network: old, last_signed_in: ago(31 * DAY) },
    ])
    .execute()

  await purgeExpired(ctx, {})

  expect(await db.selectFrom('familiar_networks').select('network').execute()).toEqual([{ network: recent }])
})

test('devices are familiar for a year, and used attempts are stored until they have expired', async () => {
  const [recent, old] = [hashOf('recent'), hashOf('old')]
  const id = await createUser()
  const devices = [
    { user_id: id, device: recent, last_signed_in: ago(364 * DAY) },
    { user_id: id, device: old, last_signed_in: ago(366 * DAY) },
  ]
  await db.insertInto('familiar_devices').values(devices).execute()
  const attempts = [
    { id: 'recent', expires_at: ago(0) },
    { id: 'old', expires_at: ago(2 * DAY) },
  ]
  await db.insertInto('spent_attempts').values(attempts).execute()

  await purgeExpired(ctx, {})

  expect(await db.selectFrom('familiar_devices').select('device').execute()).toEqual([{ device: recent }])
  expect(await db.selectFrom('spent_attempts').select('id').execute()).toEqual([{ id: 'recent' }])
})

test('runs of jobs, and failed jobs, are deleted after a week', async () => {
  const run = {
    name: 'x',
    attempt: 1,
    worker: 'desk',
    queue_id: 'q',
    queued_at: ago(0),
    status: 'done' as const,
  }
  await db
    .insertInto('job_runs')
    .values([
      { ...run, job_id: 1, finished_at: ago(8 * DAY) },
      { ...run, job_id: 2, finished_at: ago(6 * DAY) },
    ])
    .execute()
  const [old, recent, waiting] = await Promise.all([1, 2, 3].map(() => addJob(db, 'worker-health', {})))
  const giveUp = (id: string | undefined, updated_at: string) =>
    sql`
      update graphile_worker._private_jobs set attempts = max_attempts, updated_at = ${updated_at}
      where id = ${id}`.execute(db)
  await giveUp(old, ago(8 * DAY))
  await giveUp(recent, ago(6 * DAY))

  await purgeExpired(ctx, {})

  expect(await db.selectFrom('job_runs').select('job_id').execute()).toEqual([{ job_id: 2 }])
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.jobs order by id`.execute(
    db,
  )
  expect(rows.map(({ id }) => id).sort()).toEqual([recent, waiting].sort())
})
