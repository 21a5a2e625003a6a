import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPublishedArticle } from '@nightdesk/db/testing'
import { expect, test } from 'vitest'
import { supervised } from '../supervisor/testing.ts'
import { siteOfBefore } from './testing.ts'

const { directory, startReady } = await supervised()

test('a start on newer code makes a backup, migrates, and prints the way back when the site does not answer as it should; the next one makes none', async () => {
  const { env, pending, db } = await siteOfBefore(directory)
  const { id } = await createPublishedArticle(db, 'The Lamp')

  // The server of this test knows no story, and answers everything else with 200.
  const { child, exited, output } = await startReady(['server'], env)

  await expect
    .poll(output)
    .toContain(
      `The upgrade went wrong: /post/${id} answered 404, not 200; /admin/login answered 200, not 401.`,
    )
  const [file] = await readdir(join(env.DATA_DIR, 'backups'))
  const path = join(env.DATA_DIR, 'backups', file ?? '')
  expect(output()).toContain(`Wrote ${path} before the upgrade\n`)
  expect(output()).toContain(
    '1. Stop Nightdesk. Create an empty database and an empty directory, and set DATABASE_URL, MIGRATION_DATABASE_URL and DATA_DIR to them.\n' +
      `  2. In the directory of the release before: npm run nightdesk -- restore "${path}"\n`,
  )
  expect(await pending()).toBe(false)

  child.kill('SIGTERM')
  await exited
  const next = await startReady(['server'], env)
  expect(next.output()).not.toContain('upgrade')
  expect(await readdir(join(env.DATA_DIR, 'backups'))).toEqual([file])
})
