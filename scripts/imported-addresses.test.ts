import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser, db, dependencies, testApp } from '../apps/server/src/testing.ts'
import { createImageProcessor } from '../packages/images/src/index.ts'
import { copyPictures, listItems, openSource, runImport } from '../packages/import/src/index.ts'
import { PNG } from '../packages/import/src/testing.ts'
import { OLD_SITES } from './old-sites.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const app = await testApp()
const { id: made_by } = await createUser({ role: 'admin' })
const images = createImageProcessor()
afterAll(() => images.close())
const transaction: Parameters<typeof runImport>[0]['transaction'] = (work) => db.transaction().execute(work)
const ctx = { db, storage: dependencies.storage, images, has_cdn: false, transaction }
const copying = { ...ctx, finish: transaction, isPublicHost: async () => true }

describe.each(OLD_SITES)('the addresses of a site of $name', ({ file, bytes, addresses }) => {
  beforeAll(async () => {
    await db.deleteFrom('redirects').execute()
    await using folder = await temporaryDirectory('addresses')
    await writeFile(join(folder.path, file), bytes)
    await importFile(join(folder.path, file))
    dependencies.pages.drop('everything')
  })

  test.each(addresses)('%s leads to %s', async (address, place) => {
    const { statusCode, headers } = await app.inject({ url: address, headers: { accept: '*/*' } })

    expect([statusCode, await placeAt(headers.location ?? 'nowhere')]).toEqual([301, place])
  })
})

async function importFile(path: string) {
  const source = await openSource(path)
  const { id } = await db
    .insertInto('imports')
    .values({ file: 'old', made_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await listItems(ctx, id, source)
  await runImport(ctx, id, source)
  const items = await db
    .selectFrom('import_items')
    .where('import_id', '=', id)
    .select(['id', 'failure'])
    .execute()
  expect(items.map(({ failure }) => failure)).toEqual(items.map(() => null))
  for (const item of items) await copyPictures({ ...copying, download: async () => PNG }, item.id)
  await source.close()
}

/** What a reader finds there: the heading of a page, a picture, or the path of a feed. */
async function placeAt(location: string): Promise<string> {
  const { statusCode, headers, body } = await app.inject({ url: location, headers: { accept: 'text/html' } })
  if (statusCode === 301) return placeAt(headers.location ?? 'nowhere')
  if (statusCode !== 200) return `${location} is answered with ${statusCode}`
  const type = String(headers['content-type'])
  if (type.startsWith('image/')) return 'picture'
  if (location === '/' || !type.startsWith('text/html')) return location.replace(/\d+/, 'N')
  return /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]+>/g, '') ?? 'a page without a heading'
}
