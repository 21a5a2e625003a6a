import { addJob, type Database } from '@nightdesk/db'
import { type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, createUser, db } from '../testing.ts'

const { workers, analytics } = as(await createUser())

test('while an analytics job waits, asking again gives the same one', async () => {
  const jobs = await Promise.all([workers.triggerAnalytics({}), workers.triggerAnalytics({})])

  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(db)
  expect([...rows.map(({ id }) => id), rows[0]?.id]).toEqual(jobs.map(({ job_id }) => job_id))
})

test('there is no summary before the first run, and then the newest', async () => {
  const before = await analytics.latest({})
  const empty = { today: 0, last_7_days: 0, last_30_days: 0, all_time: 0 }
  const summary = (generated_at: string) => ({
    generated_at,
    page_views: { total_views: empty, page_stats: [] },
    visitor_metrics: { unique_visitors: 0, return_visitors: 0, return_rate: 0 },
    popular_articles: [],
  })
  for (const hour of ['01', '02']) {
    const data = JSON.stringify(summary(`2026-01-01T${hour}:00:00.000Z`))
    await db.insertInto('analytics_summaries').values({ data }).execute()
  }

  expect([before, await analytics.latest({})]).toEqual([null, summary('2026-01-01T02:00:00.000Z')])
})

const editor = as(await createUser({ role: 'editor' })).workers

describe('the history of jobs', () => {
  const run = (job_id: number, values: Partial<Insertable<Database['job_runs']>> = {}) => ({
    job_id,
    name: 'analytics-summary',
    attempt: 1,
    worker: 'desk',
    queue_id: 'pool-1',
    queued_at: '2026-11-18T14:00:00.000Z',
    started_at: '2026-11-18T14:00:01.000Z',
    finished_at: '2026-11-18T14:00:03.500Z',
    status: 'done' as const,
    ...values,
  })
  const setJob = (id: string, columns: string) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(columns)} where id = ${id}`.execute(db)

  beforeEach(async () => {
    await db.deleteFrom('job_runs').execute()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  })

  test('a job is queued, then running, then done, with its duration', async () => {
    const { job_id } = await editor.triggerAnalytics({})
    const id = Number(job_id)
    expect(await editor.jobs({})).toMatchObject([{ id, state: 'queued', attempts: 0, duration: null }])

    await setJob(job_id, "locked_at = now(), locked_by = 'pool-1', attempts = 1")
    await db
      .insertInto('job_runs')
      .values(run(id, { status: 'running', finished_at: null }))
      .execute()
    expect(await editor.jobs({})).toMatchObject([{ id, state: 'running', attempts: 1, worker: 'desk' }])

    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await db
      .updateTable('job_runs')
      .set({ status: 'done', finished_at: '2026-11-18T14:00:03.500Z' })
      .execute()
    expect(await editor.jobs({})).toMatchObject([{ id, state: 'done', duration: 2500, error: null }])
  })

  test('a run without an end from months ago is shown, and one that has just begun', async () => {
    const running = { status: 'running', finished_at: null } as const
    const inAMoment = sql<string>`clock_timestamp() + interval '1 minute'`
    await db
      .insertInto('job_runs')
      .values([run(101, { ...running, started_at: '2020-01-01T00:00:00.000Z' }), run(102, running)])
      .execute()
    await db.updateTable('job_runs').set({ started_at: inAMoment }).where('job_id', '=', 102).execute()

    const [soon, old] = await editor.jobs({})

    expect(soon).toMatchObject({ id: 102, duration: 0 })
    expect(old?.duration).toBeGreaterThan(2 ** 31)
  })

  test('jobs under way come first, then the last that ended; successful health checks are left out', async () => {
    const { job_id } = await editor.triggerAnalytics({})
    await db
      .insertInto('job_runs')
      .values([
        run(101),
        run(102, { finished_at: '2026-11-18T15:00:00.000Z', status: 'lost', error: 'The worker stopped' }),
        run(103, { name: 'worker-health' }),
      ])
      .execute()

    expect((await editor.jobs({})).map(({ id, state }) => [id, state])).toEqual([
      [Number(job_id), 'queued'],
      [102, 'lost'],
      [101, 'done'],
    ])
  })

  test('many jobs that wait hide neither the one that runs nor those that ended', async () => {
    const copies = Array.from({ length: 25 }, (_, image_id) => addJob(db, 'make-variants', { image_id }))
    const [begun = ''] = await Promise.all(copies)
    await setJob(begun, "locked_at = now(), locked_by = 'pool-1', attempts = 1")
    await db.insertInto('job_runs').values(run(900_001)).execute()
    const { job_id } = await editor.triggerAnalytics({})

    const shown = await editor.jobs({})

    expect(shown).toContainEqual(expect.objectContaining({ id: Number(begun), state: 'running' }))
    expect(shown).toContainEqual(expect.objectContaining({ id: Number(job_id), state: 'queued' }))
    expect(shown).toContainEqual(expect.objectContaining({ id: 900_001, state: 'done' }))
  })

  test('a job whose worker stopped reads as interrupted until another one goes on with it', async () => {
    const { job_id } = await editor.triggerAnalytics({})
    const stopped = {
      finished_at: '2026-11-18T15:00:00.000Z',
      status: 'lost',
      error: 'The worker stopped',
    } as const
    await db
      .insertInto('job_runs')
      .values([run(Number(job_id), stopped)])
      .execute()
    await setJob(
      job_id,
      "attempts = 1, last_error = 'The worker stopped', run_at = now() + interval '1 minute'",
    )

    expect(await editor.jobs({})).toMatchObject([{ id: Number(job_id), state: 'lost', attempts: 1 }])
  })

  test('a failed job is run again, with all its attempts, and the audit log says by whom', async () => {
    const { job_id } = await editor.triggerAnalytics({})
    const id = Number(job_id)
    await setJob(
      job_id,
      "attempts = max_attempts, last_error = 'out of ink', run_at = now() + interval '1 hour'",
    )
    expect(await editor.jobs({})).toMatchObject([{ id, state: 'failed', error: 'out of ink' }])

    await editor.retry({ id })

    expect(await editor.jobs({})).toMatchObject([{ id, state: 'queued', attempts: 0 }])
    const last = await db.selectFrom('audit_log').select('action').orderBy('id', 'desc').executeTakeFirst()
    expect(last).toEqual({ action: 'job.retry' })
  })

  test('a running job is not started twice, and a missing one is 404', async () => {
    const { job_id } = await editor.triggerAnalytics({})
    await setJob(job_id, "locked_at = now(), locked_by = 'pool-1', attempts = 1")

    await expect(editor.retry({ id: Number(job_id) })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(editor.retry({ id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
