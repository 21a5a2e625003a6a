import { buffer } from 'node:stream/consumers'
import { DEFAULT_SITE, type SiteFields } from '@nightdesk/contracts'
import { addSiteVersion, articleTag, LISTS } from '@nightdesk/db'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { addImage, ago, createArticle, createUser, ctx, db, hearChanges, storage } from '../testing.ts'
import { makeVariants } from './make-variants.ts'

beforeEach(async () => {
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('people').where('user_id', 'is', null).execute()
  await db.deleteFrom('site_versions').execute()
  await db.deleteFrom('images').execute()
  await db.deleteFrom('stored_objects').execute()
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffd21a' } })

const variants = () =>
  db.selectFrom('image_variants').selectAll().orderBy('width').orderBy('format').execute()

test('a large image gets copies of every width below its own, in both formats, with their sizes', async () => {
  const image_id = await addImage(await picture(2000, 1000).png().toBuffer(), { width: 2000, height: 1000 })

  await makeVariants(ctx, { image_id })

  const made = await variants()
  expect(made.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['avif', 480, 240],
    ['webp', 480, 240],
    ['avif', 960, 480],
    ['webp', 960, 480],
    ['avif', 1600, 800],
    ['webp', 1600, 800],
  ])
  for (const { filename, width, format } of made) {
    const bytes = await buffer(await storage.get(filename))
    expect(await sharp(bytes).metadata()).toMatchObject({
      width,
      format: format === 'avif' ? 'heif' : 'webp',
    })
    expect(await catalogued(filename)).toEqual(bytes.length)
  }
})

test('a picture narrower than the widest copy gets one of its own width', async () => {
  const image_id = await addImage(await picture(900, 300).png().toBuffer(), { width: 900, height: 300 })

  await makeVariants(ctx, { image_id })

  const widths = (await variants()).map(({ format, width }) => `${format} ${width}`)
  expect(widths).toEqual(['avif 480', 'webp 480', 'avif 900', 'webp 900'])
})

test('a small picture gets none', async () => {
  const image_id = await addImage(await picture(150, 100).png().toBuffer(), { width: 150, height: 100 })

  await makeVariants(ctx, { image_id })

  expect(await variants()).toEqual([])
})

test('a second run makes only missing copies', async () => {
  const image_id = await addImage(await picture(1000, 500).png().toBuffer(), { width: 1000, height: 500 })
  await makeVariants(ctx, { image_id })
  const [first, ...others] = await variants()
  await db
    .deleteFrom('image_variants')
    .where('filename', '=', first?.filename ?? '')
    .execute()

  await makeVariants(ctx, { image_id })

  const after = await variants()
  expect(after).toHaveLength(others.length + 1)
  expect(after).toEqual(expect.arrayContaining(others))
})

test('an animation stays as it is', async () => {
  const frame = Buffer.alloc(600 * 400 * 3, 120)
  const pages = Buffer.concat([frame, Buffer.alloc(600 * 400 * 3, 20)])
  const moving = sharp(pages, { raw: { width: 600, height: 800, channels: 3, pageHeight: 400 } }).gif()
  const image_id = await addImage(await moving.toBuffer(), { width: 600, height: 400 })

  await makeVariants(ctx, { image_id })

  expect(await variants()).toEqual([])
})

test('a missing image, or a missing file, is no failure', async () => {
  const image_id = await addImage(null, { width: 2000, height: 1000 })

  await makeVariants(ctx, { image_id })
  await makeVariants(ctx, { image_id: image_id + 1 })

  expect(await variants()).toEqual([])
})

test('pages that show the image are invalidated, and no others', async () => {
  const file = await picture(600, 300).png().toBuffer()
  const [poster, drawing] = [await addImage(file, { width: 600 }), await addImage(file, { width: 600 })]
  const { filename } = await db
    .selectFrom('images')
    .select('filename')
    .where('id', '=', drawing)
    .executeTakeFirstOrThrow()
  const quote = [{ type: 'block-quote', children: [{ type: 'image', filename, children: [{ text: '' }] }] }]
  const inText = await publish({ content: JSON.stringify(quote) })
  const shown = [{ type: 'image', url: `/api/uploads/${filename}`, children: [{ text: '' }] }]
  const byAddress = await publish({ content: JSON.stringify(shown) })
  const asPoster = await publish({ poster_image_id: poster })
  await publish({})
  const news = await hearChanges()

  await makeVariants(ctx, { image_id: drawing })
  await makeVariants(ctx, { image_id: poster })
  await makeVariants(ctx, { image_id: await addImage(file, { width: 600 }) })
  await makeVariants(ctx, { image_id: poster })

  await expect.poll(() => news).toHaveLength(3)
  expect(news).toEqual([
    [LISTS, articleTag(inText), articleTag(byAddress)],
    [LISTS, articleTag(asPoster)],
    // The next run announces the copies of a run that died.
    [LISTS, articleTag(asPoster)],
  ])
})

test('the page of a person whose picture it is is invalidated', async () => {
  const picture_image_id = await addImage(await picture(600, 300).png().toBuffer(), { width: 600 })
  await db.insertInto('people').values({ name: 'Ada', picture_image_id }).execute()
  const news = await hearChanges()

  await makeVariants(ctx, { image_id: picture_image_id })

  await expect.poll(() => news).toEqual([[LISTS]])
})

test('everything is invalidated for the picture that the home page shows', async () => {
  const hero_image_id = await addImage(await picture(600, 300).png().toBuffer(), { width: 600 })
  const admin = await createUser()
  const save = (version: number, fields: Partial<SiteFields>) =>
    db.transaction().execute((tx) => addSiteVersion(tx, version, { ...DEFAULT_SITE, ...fields }, admin))
  const news = await hearChanges()

  await save(1, { hero: 'picture', hero_image_id })
  await makeVariants(ctx, { image_id: hero_image_id })
  await save(2, { hero: 'drawing', hero_image_id })
  await makeVariants(ctx, { image_id: hero_image_id })
  await save(3, { hero: 'picture', hero_image_id })
  await makeVariants(ctx, { image_id: hero_image_id })

  await expect.poll(() => news).toEqual(['everything', 'everything'])
})

test('a picture in more stories than an announcement can name invalidates all pages', async () => {
  const poster_image_id = await addImage(await picture(600, 300).png().toBuffer(), { width: 600 })
  await publish({ poster_image_id })
  // A hundred at a time, as a statement that takes seconds is ended.
  for (let hundred = 0; hundred < 7; hundred++) {
    await sql`
      with story as (
        insert into articles (author_id)
        select author_id from (select author_id from articles limit 1) writer, generate_series(1, 100) returning id
      )
      insert into article_versions
        (article_id, version_number, state, title, excerpt, poster_image_id, content, content_hash, word_count, change_description)
      select id, 1, 'published', 'A story', '', ${poster_image_id}, '[]', sha256(''), 0, '' from story`.execute(
      db,
    )
    await sql`
      update articles set state = 'published', date_published = now(), published_version_id = version.id, current_version_id = version.id
      from article_versions version where article_id = articles.id and published_version_id is null`.execute(
      db,
    )
  }
  const news = await hearChanges()

  await makeVariants(ctx, { image_id: poster_image_id })

  await expect.poll(() => news).toEqual(['everything'])
})

/** Creates a published article. @returns its id */
async function publish(version: { content?: string; poster_image_id?: number }): Promise<number> {
  const id = await createArticle('A story')
  const { current_version_id } = await db
    .selectFrom('articles')
    .select('current_version_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('article_versions')
    .set({ content: '[]', ...version })
    .where('article_id', '=', id)
    .execute()
  await db
    .updateTable('articles')
    .set({ state: 'published', published_version_id: current_version_id, date_published: ago(0) })
    .where('id', '=', id)
    .execute()
  return id
}

async function catalogued(key: string) {
  const row = await db.selectFrom('stored_objects').where('key', '=', key).select('bytes').executeTakeFirst()
  return row?.bytes
}
