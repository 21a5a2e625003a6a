import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AuditLine, purgeAudit, verifyAudit, writeAudit } from './audit.ts'
import { connect } from './client.ts'
import { createTestDb } from './testing.ts'

const { db, owner_url, close } = await createTestDb()
/** An attacker with the rights of the owner; the programs may only append. */
const owner = connect(owner_url)
afterAll(async () => {
  await owner.close()
  await close()
})

beforeEach(() => sql`truncate audit_log, audit_chain, audit_checkpoints`.execute(owner.db))

const line = (target: string): AuditLine => ({
  actor_id: 7,
  action: 'article.update',
  target,
  ip_prefix: '192.0.2.1',
  request_id: 'one',
  detail: { title: 'A “story” — ünïcode' },
})

/** @returns their ids */
async function write(count: number): Promise<number[]> {
  for (let index = 0; index < count; index++) await writeAudit(db, line(`article:${index}`))
  const rows = await db.selectFrom('audit_log').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('an untouched log is intact in every time zone', async () => {
  await write(3)
  await sql`set timezone = 'Africa/Nairobi'`.execute(db)

  expect(await verifyAudit(db)).toMatchObject({ lines: 3, deleted_lines: 0, problem: null })
})

test('concurrent writers make one chain', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      db.transaction().execute(async (tx) => {
        await writeAudit(tx, line(`article:${index}`))
        await writeAudit(tx, line(`article:${index}`))
      }),
    ),
  )

  expect(await verifyAudit(db)).toMatchObject({ lines: 120, problem: null })
})

test('a transaction that is rolled back adds nothing to the chain', async () => {
  const undone = db.transaction().execute(async (tx) => {
    await writeAudit(tx, line('article:1'))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  await write(1)

  expect(await verifyAudit(db)).toMatchObject({ lines: 1, problem: null })
})

test.each([
  ['changed', (id: number) => sql`update audit_log set actor_id = 8 where id = ${id}`, /was changed/],
  [
    'given another time',
    (id: number) => sql`update audit_log set at = at - interval '1 microsecond' where id = ${id}`,
    /changed/,
  ],
  ['removed', (id: number) => sql`delete from audit_log where id = ${id}`, /is missing/],
  [
    'removed with its link',
    (id: number) => sql`
      with gone as (delete from audit_log where id = ${id}) delete from audit_chain where line_id = ${id}`,
    /links after link 1 are missing/,
  ],
])('a line that was %s is found', async (_, tamper, problem) => {
  const [, second = 0] = await write(3)

  await tamper(second).execute(owner.db)

  expect((await verifyAudit(db)).problem).toMatch(problem)
})

test('a line that was inserted without the chain is found', async () => {
  await write(2)
  await sql`alter table audit_log disable trigger audit_log_chained`.execute(owner.db)
  await write(1)
  await sql`alter table audit_log enable trigger audit_log_chained`.execute(owner.db)

  expect((await verifyAudit(db)).problem).toMatch(/is not part of the chain/)
})

test('a chain that was forged lacks the end that was noted before', async () => {
  await write(3)
  const { end } = await verifyAudit(db)
  await write(2)
  expect(await verifyAudit(db, end ?? '')).toMatchObject({ lines: 5, problem: null })

  await sql`truncate audit_log, audit_chain`.execute(owner.db)
  await write(5)

  expect((await verifyAudit(db, end ?? '')).problem).toMatch(/expected end/)
})

test('old lines are deleted and the rest stays intact', async () => {
  await owner.db
    .insertInto('audit_log')
    .values([old(5), old(4)])
    .execute()
  await write(2)

  expect(await purgeAudit(db, 3)).toBe(2)
  await write(1)

  expect(await verifyAudit(db)).toMatchObject({ lines: 3, deleted_lines: 2, problem: null })
  expect(await purgeAudit(db, 3)).toBe(0)
})

test('the whole log may be deleted with time, and new lines continue its chain', async () => {
  await owner.db
    .insertInto('audit_log')
    .values([old(9), old(8)])
    .execute()
  await purgeAudit(db, 6)
  await write(1)

  expect(await verifyAudit(db)).toMatchObject({ lines: 1, deleted_lines: 2, problem: null })
})

test('no line younger than three months can be deleted, and none after a missing line', async () => {
  await expect(purgeAudit(db, 2)).rejects.toThrow('three months')
  await owner.db
    .insertInto('audit_log')
    .values([old(9), old(8), old(7)])
    .execute()
  const second = owner.db.selectFrom('audit_log').select('id').orderBy('id').offset(1).limit(1)
  await owner.db.deleteFrom('audit_log').where('id', '=', second).execute()

  expect(await purgeAudit(db, 6)).toBe(1)
  expect((await verifyAudit(db)).problem).toMatch(/is missing/)
})

const old = (months: number) => ({
  ...line('article:1'),
  at: new Date(Date.now() - months * 31 * 86_400_000).toISOString(),
  detail: '{}',
})
