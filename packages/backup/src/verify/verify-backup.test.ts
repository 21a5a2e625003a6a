import { asOwner } from '@nightdesk/db/testing'
import { noise } from '@nightdesk/images/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSite, temporaryDirectory } from '../testing.ts'
import { writeBackup } from '../write-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const KEY = { passphrase: 'correct horse battery staple' }

async function backUp({ source }: Awaited<ReturnType<typeof createSite>>): Promise<string> {
  const settings = { ...source.settings, BACKUP_PASSPHRASE: KEY.passphrase }
  const { path } = await writeBackup({ ...source, settings }, await temporaryDirectory())
  return path
}

test('a backup is verified by a restore, and counts what came back', async () => {
  const site = await createSite()
  await sql`insert into articles (author_id, kind, path) select id, 'page', '/about' from users`.execute(
    site.db,
  )

  expect(await verifyBackup(await backUp(site), { key: KEY })).toMatchObject({
    // A page is none.
    stories: 1,
    versions: 1,
    pictures: 1,
    views: 50,
    problems: [],
  })
})

test('a text, a figure and a picture that were changed behind the back of the site are named', async () => {
  const site = await createSite()
  const { filename } = await site.db.selectFrom('images').select('filename').executeTakeFirstOrThrow()
  await asOwner(
    site.owner_url,
    sql`update article_versions set title = 'Dark'`,
    sql`update view_days set views = views + 1`,
  )
  await site.storage.delete(filename)
  await site.storage.put(filename, await noise(60, 40).png().toBuffer())

  const { problems } = await verifyBackup(await backUp(site), { key: KEY })

  expect(problems).toEqual([
    expect.stringContaining('does not have the text that was saved'),
    expect.stringContaining('The figures in view_days do not equal a recount'),
    expect.stringContaining('The figures in view_totals do not equal a recount'),
    expect.stringContaining('The figures in site_days do not equal a recount'),
    `The picture ${filename} does not have the bytes that were uploaded.`,
  ])
})

test('the wrong passphrase proves nothing', async () => {
  const path = await backUp(await createSite())

  await expect(verifyBackup(path, { key: { passphrase: 'another passphrase' } })).rejects.toThrow(
    'passphrase',
  )
})
