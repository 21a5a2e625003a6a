import { writeAudit } from '@nightdesk/db'
import { asOwner, createTestDb } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

const database = await createTestDb()
afterAll(database.close)
const env = { DATABASE_URL: database.url }

const stranger = { actor_id: null, ip_prefix: null, request_id: null, detail: {} }
const write = (target: string) => writeAudit(database.db, { ...stranger, action: 'login', target })

test('audit verify tells the end of a whole chain, export prints it, and a changed line is found', async () => {
  await write('user:1')
  await write('user:2')

  const exported = await nightdesk(['audit', 'export'], env)
  const lines = exported.stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { action: 'audit.export' },
    { target: 'user:2' },
    { target: 'user:1' },
  ])

  const whole = await nightdesk(['audit', 'verify'], env)
  expect(whole).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^3 lines: each is as it was written/),
  })
  const end = /ends with ([0-9a-f]{64})/.exec(whole.stdout)?.[1] ?? ''
  expect(await nightdesk(['audit', 'verify', '--expect', end], env)).toMatchObject({ code: 0 })

  await asOwner(database.owner_url, sql`update audit_log set target = 'user:3' where target = 'user:1'`)
  const changed = await nightdesk(['audit', 'verify'], env)
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringMatching(/Line \d+ was changed/) })
}, 60_000)
