import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner, createPublishedArticle, createTestDb } from '../packages/db/src/testing.ts'
import { startStack } from './stack.ts'

test('after an upgrade, home, a story and sign-in of the started site are tested', async () => {
  await using database = await createTestDb()
  await createPublishedArticle(database.db, 'The Lamp')
  await asOwner(
    database.owner_url,
    sql`delete from migrated_functions where file = 'ageing'`,
    sql`delete from migrated_levels`,
  )
  const env = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.owner_url }

  await using stack = await startStack({ env })

  await expect.poll(stack.output, { timeout: 20_000 }).toContain('The upgrade is tested: ')
  expect(stack.output()).toMatch(/Wrote .*\.tar before the upgrade/)
})
