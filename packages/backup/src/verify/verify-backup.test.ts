import { writeFile } from 'node:fs/promises'
import { asOwner } from '@nightdesk/db/testing'
import { noise } from '@nightdesk/images/testing'
import { newArchiveKey } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Key } from '../secrets.ts'
import { createSite } from '../testing.ts'
import { writeBackup } from '../write-backup.ts'
import { inScratch, NoRoomForTrial } from './scratch.ts'
import { verifyBackup } from './verify-backup.ts'

// Of nobody: its identity was thrown away.
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const KEY = { passphrase: 'correct horse battery staple' }

test('a backup is verified by a restore, and counts what came back. The wrong key proves nothing, and what would open the secrets is said', async () => {
  const site = await createSite()
  await sql`insert into articles (author_id, kind, path) select id, 'page', '/about' from users`.execute(
    site.db,
  )
  const backUp = async (lock: object) => {
    const settings = { ...site.source.settings, ...lock }
    return (await writeBackup({ ...site.source, settings }, await temporaryDirectory())).path
  }
  const path = await backUp({ BACKUP_PASSPHRASE: KEY.passphrase })
  const forIdentity = await backUp({ BACKUP_RECIPIENT: RECIPIENT })

  expect(await verifyBackup(path, { key: KEY })).toMatchObject({
    // A page is none.
    stories: 1,
    versions: 1,
    pictures: 1,
    views: 50,
    problems: [],
  })
  const refusals: [string, Key, string][] = [
    [path, { passphrase: 'another passphrase' }, 'the passphrase is not the right one'],
    [path, { identity: 'AGE-SECRET-KEY-1' }, 'a passphrase opens them, no identity'],
    [forIdentity, KEY, 'an age identity opens them, which --identity names'],
    [forIdentity, { identity: 'no identity' }, 'the identity is not the right one'],
  ]
  for (const [backup, key, reason] of refusals)
    await expect(verifyBackup(backup, { key })).rejects.toThrow(
      `The secrets of the backup cannot be opened: ${reason}`,
    )
})

test('a text, a figure, a picture and a file of views that were changed behind the back of the site are named', async () => {
  const site = await createSite()
  const { filename } = await site.db.selectFrom('images').select('filename').executeTakeFirstOrThrow()
  await asOwner(
    site.owner_url,
    sql`update article_versions set title = 'Dark'`,
    sql`update view_days set views = views + 1`,
  )
  await site.storage.delete(filename)
  const archived = newArchiveKey('2025-01', 1)
  await site.storage.put(archived, Buffer.from('half'))
  await site.db.insertInto('stored_objects').values({ key: archived, bytes: 9 }).execute()
  await site.storage.put(filename, await noise(60, 40).png().toBuffer())

  const { path } = await writeBackup(site.source, await temporaryDirectory())
  const { problems } = await verifyBackup(path, { key: null })

  expect(problems).toEqual([
    expect.stringContaining('does not have the text that was saved'),
    expect.stringContaining('The figures in view_days do not equal a recount'),
    expect.stringContaining('The figures in view_totals do not equal a recount'),
    expect.stringContaining('The figures in site_days do not equal a recount'),
    `The file ${archived} does not have the size with which it was stored: the storage had damaged it.`,
    `The picture ${filename} does not have the bytes that were uploaded.`,
  ])
})

test.skipIf(process.platform !== 'linux')(
  'a trial without room is told from a backup that does not come back',
  async () => {
    const fill = () => inScratch(() => writeFile('/dev/full', 'x'))

    await expect(inScratch(fill)).rejects.toThrow(NoRoomForTrial)
  },
)
