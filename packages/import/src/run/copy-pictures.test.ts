import { appendVersion } from '@nightdesk/articles'
import { AppError } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { PNG } from '../testing.ts'
import { copyPictures } from './copy-pictures.ts'
import {
  articleOf,
  image,
  importAll,
  itemsOf,
  openTestSite,
  paragraph,
  picture,
  testItem,
  testSource,
} from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { db, ctx, admin } = site
const copying = { ...ctx, finish: ctx.transaction, isPublicHost: async () => true }

test('pictures of the old site are copied after the text, and a repeated job changes nothing', async () => {
  const url = 'https://lamp.example/lamp.png'
  const item = testItem('web', {
    content: [image(url), image('https://lamp.example/gone.png'), paragraph('Text')],
    pictures: [picture(url, null)],
    poster: picture(url, null),
  })
  const id = await importAll(site, testSource({ items: [item], identity: 'web' }))
  const [row] = await itemsOf(site, id)
  const asked: string[] = []
  const download = async (address: string) => {
    asked.push(address)
    return address === url ? PNG : Buffer.from('not found')
  }

  for (let times = 0; times < 2; times++) await copyPictures({ ...copying, download }, row?.id ?? 0)

  const story = await articleOf(site, id, 'web')
  expect(story).toMatchObject({
    state: 'published',
    poster_alt: 'A lamp',
    poster_image_id: expect.any(Number),
  })
  expect(story.content).toMatchObject([
    { filename: expect.any(String), caption: 'At dusk' },
    { url: 'https://lamp.example/gone.png' },
    {},
  ])
  expect(asked.filter((address) => address === url)).toHaveLength(1)
  await undoImport(ctx, id, admin)
  expect((await itemsOf(site, id)).map(({ state }) => state)).toEqual(['undone'])
})

test.each(['published', 'draft'] as const)(
  'a story that became %s meanwhile gets its pictures, stays so, and is left by undo',
  async (state) => {
    const url = 'https://lamp.example/lamp.png'
    const item = testItem(state, {
      content: [image(url)],
      pictures: [picture(url, null)],
      poster: picture('https://lamp.example/poster.png', null),
    })
    const source = testSource({ items: [item], identity: state })
    const id = await importAll(site, source, state === 'published' ? { imports_as: 'draft' } : {})
    const [row] = await itemsOf(site, id)
    const article = db
      .selectFrom('articles')
      .selectAll()
      .where('id', '=', row?.article_id ?? 0)
    const version = { change_description: 'By a person', created_by: admin }
    const download = async (address: string) => {
      const locked = await article.executeTakeFirstOrThrow()
      if (address === url)
        await db.transaction().execute((tx) => appendVersion(tx, locked, version, { state }))
      return PNG
    }

    await copyPictures({ ...copying, download }, row?.id ?? 0)

    expect(await articleOf(site, id, state)).toMatchObject({
      state,
      poster_image_id: expect.any(Number),
      content: [{ filename: expect.any(String) }],
    })
    const { current_version_id, published_version_id } = await article.executeTakeFirstOrThrow()
    expect(published_version_id).toBe(state === 'published' ? current_version_id : null)
    await undoImport(ctx, id, admin)
    expect(await itemsOf(site, id)).toMatchObject([{ state: 'left', notes: [] }])
    await db.deleteFrom('articles').execute()
  },
)

test.each([
  ['undone', (id: number) => undoImport(ctx, id, admin)],
  ['removed', (id: number) => db.deleteFrom('imports').where('id', '=', id).execute()],
  ['emptied of its stories', () => db.deleteFrom('articles').execute()],
])('a copy ends once its import is %s', async (_, end) => {
  const urls = ['first', 'second', 'third'].map((name) => `https://lamp.example/${name}.png`)
  const item = testItem('ended', {
    content: urls.map(image),
    pictures: urls.map((url) => picture(url, null)),
  })
  const id = await importAll(site, testSource({ items: [item], identity: 'ended' }))
  const [row] = await itemsOf(site, id)
  const asked: string[] = []
  const download = async (address: string) => {
    asked.push(address)
    if (address === urls[1]) await end(id)
    return PNG
  }

  await copyPictures({ ...copying, download }, row?.id ?? 0)

  expect(asked).toEqual(urls.slice(0, 2))
  await db.deleteFrom('articles').execute()
})

test('a featured image that the old site does not give away is named as what is missing', async () => {
  const [inText, featured] = ['https://lamp.example/a.png', 'https://lamp.example/b.png']
  const item = testItem('refused', {
    content: [image(inText)],
    pictures: [picture(inText, null)],
    poster: picture(featured, null),
  })
  const id = await importAll(site, testSource({ items: [item], identity: 'refused' }))
  const [row] = await itemsOf(site, id)

  await copyPictures({ ...copying, download: async () => Buffer.from('not found') }, row?.id ?? 0)

  expect((await itemsOf(site, id))[0]?.notes).toEqual([
    expect.stringContaining(`A picture stays on the old site: ${inText} `),
    expect.stringContaining(
      `The featured image stays on the old site, so that there is none here: ${featured} `,
    ),
  ])
})

test.each([
  [
    false,
    [['https://lamp.example/gone.png'], 'A picture stays on the old site: https://lamp.example/gone.png'],
  ],
  [
    true,
    [
      [
        'https://lamp.example/gone.png',
        'https://web.archive.org/web/20190302im_/https://lamp.example/gone.png',
      ],
      'A picture that the old site no longer has is from the Wayback Machine: https://lamp.example/gone.png',
    ],
  ],
])(
  'a picture that its host no longer has is looked for in the Wayback Machine if asked: %s',
  async (wayback, expected) => {
    const url = 'https://lamp.example/gone.png'
    const item = testItem('gone', { content: [image(url)], pictures: [picture(url, null)] })
    const source = testSource({ items: [item], identity: `gone-${wayback}` })
    const id = await importAll(site, source, { wayback })
    const [row] = await itemsOf(site, id)
    const asked: string[] = []
    const download = async (address: string) => {
      asked.push(address)
      if (address === url) throw new AppError('VALIDATION_FAILED', 'There is nothing at this address.')
      return PNG
    }

    await copyPictures({ ...copying, download }, row?.id ?? 0)

    const [done] = await itemsOf(site, id)
    expect([asked, done?.notes.at(-1)]).toEqual([expected[0], expect.stringContaining(String(expected[1]))])
    expect((await articleOf(site, id, 'gone')).content[0]?.filename !== undefined).toBe(wayback)
  },
)
