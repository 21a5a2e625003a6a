import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@nightdesk/contracts'
import { copyPictures, listItems, openSource, runImport as runSource } from '@nightdesk/import'
import { expect, test } from 'vitest'
import { createDownload } from '../download/download.ts'
import { isPublicHost } from '../download/guarded-request.ts'
import { startSite } from '../download/testing.ts'
import { ctx, db, storageDirectory } from '../testing.ts'
import { readImport, runImport, undoImport } from './import-jobs.ts'
import { admin, items, picture, read, run, statesOf, upload, uploads, wordpress } from './testing.ts'

test('an import deletes no files that somebody keeps in the data directory', async () => {
  const folder = join(storageDirectory, 'imports')
  await mkdir(folder)
  await writeFile(join(folder, 'lamp.xml'), 'the only one')
  const id = await upload('lamp.xml', 'no export')

  await run((own) => readImport(own, { import_id: id }))

  expect(await read(id)).toMatchObject({ state: 'failed' })
  expect(await readFile(join(folder, 'lamp.xml'), 'utf8')).toBe('the only one')
})

test('the Wayback Machine learns public hosts only, and no query', async () => {
  const archive = /^https:\/\/web\.archive\.org\/web\/\d+im_\/(.*)/
  const file = join(storageDirectory, 'wayback.xml')
  const pictures = PICTURES.map((url) => `<img src="${url}">`).join('')
  // Another site than that of the tests below, which would know its stories.
  const text = wordpress('https://lamp.example').replaceAll('lamp.example', 'archived.example')
  await writeFile(file, text.replaceAll(/<img.*?>/g, pictures))
  const { id: import_id } = await db
    .insertInto('imports')
    .values({ file: 'wayback.xml', made_by: admin, wayback: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const source = await openSource(file)
  await listItems(ctx, import_id, source)
  await runSource({ ...ctx, has_cdn: false }, import_id, source)
  await source.close()
  const asked: string[] = []
  const download = async (url: string): Promise<Buffer> => {
    asked.push(archive.exec(url)?.[1] ?? '')
    throw new AppError('VALIDATION_FAILED', 'There is nothing at this address.')
  }

  const [first] = await items(import_id)
  await run((own) => copyPictures({ ...own, download, isPublicHost, has_cdn: false }, first!.id))

  expect(asked.filter((url) => url !== '')).toEqual([
    'https://93.184.215.14/lamp.png',
    'https://93.184.215.14/sized.jpg',
  ])
}, 120_000)

const PICTURES = [
  'https://93.184.215.14/lamp.png',
  'https://93.184.215.14/sized.jpg?w=300&amp;token=secret',
  'https://93.184.215.14/picture?token=secret',
  'https://user:secret@93.184.215.14/lamp.png',
  'https://93.184.215.14:8443/lamp.png',
  'https://192.168.1.20/lamp.png',
  'https://[fd00::20]/lamp.png',
  'https://nas/lamp.png',
  'https://nas.local/lamp.png',
  'https://nas.home.arpa./lamp.png',
  'https://pictures.intranet/lamp.png',
  'https://pictures.corp.internal/lamp.png',
]

test('an uploaded export is read and run, its pictures are copied, and it is undone', async () => {
  const site = await startSite((_request, response) =>
    response.setHeader('content-type', 'image/png').end(picture),
  )
  const import_id = await upload('lamp.xml', wordpress(site))

  await run((own) => readImport(own, { import_id }))
  expect(await read(import_id)).toMatchObject({ state: 'ready', kind: 'wordpress', name: 'The Lamp' })
  expect(await statesOf(import_id)).toEqual(['planned', 'planned', 'planned'])
  expect(await uploads()).toHaveLength(1)

  await run((own) => runImport(own, { import_id }))

  expect(await statesOf(import_id)).toEqual(['done', 'done', 'done'])
  expect(await read(import_id)).toMatchObject({ state: 'done', upload: null })
  expect(await uploads()).toEqual([])

  const [first] = await items(import_id)
  const download = createDownload({ trusted_origins: [site] })
  await run((own) => copyPictures({ ...own, download, isPublicHost, has_cdn: false }, first!.id))
  const story = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'current_version_id')
    .where('articles.id', '=', first!.article_id)
    .select(['version_number', 'content'])
    .executeTakeFirstOrThrow()
  expect(story.version_number).toBe(3)
  expect(story.content).toContainEqual(
    expect.objectContaining({ type: 'image', filename: expect.any(String) }),
  )

  await db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', import_id).execute()
  await run((own) => undoImport(own, { import_id, requested_by: admin }))
  expect(await statesOf(import_id)).toEqual(['undone', 'undone', 'undone'])
  expect(await read(import_id)).toMatchObject({ state: 'undone' })
}, 120_000)

test('a file that is no export makes the import fail with a sentence, and is deleted', async () => {
  const import_id = await upload('nothing.bin', 'nothing')

  await run((own) => readImport(own, { import_id }))

  expect(await read(import_id)).toMatchObject({
    state: 'failed',
    upload: null,
    failure: expect.stringContaining('none that can be imported'),
  })
  expect(await uploads()).toEqual([])
}, 60_000)

test('a file that lacks the address of its site asks for it, and is read with it', async () => {
  const html = '<img src="__GHOST_URL__/content/images/lamp.png">'
  const posts = [{ uuid: 'a', title: 'A lamp', status: 'published', published_at: '2021-05-04', html }]
  const import_id = await upload('lamp.ghost.json', JSON.stringify({ data: { posts } }))
  const notes = async () =>
    (await db.selectFrom('import_items').where('import_id', '=', import_id).select('notes').execute()).map(
      ({ notes }) => notes,
    )
  await run((own) => readImport(own, { import_id }))
  expect(await read(import_id)).toMatchObject({ state: 'ready', site: '' })
  expect(await notes()).toEqual([['1 picture is neither in the file nor at a known address.']])

  const site = 'https://lamp.example/'
  await db.deleteFrom('import_items').where('import_id', '=', import_id).execute()
  await db.updateTable('imports').set({ state: 'reading', site }).where('id', '=', import_id).execute()
  await run((own) => readImport(own, { import_id }))

  expect(await read(import_id)).toMatchObject({ state: 'ready', site })
  expect(await notes()).toEqual([[]])
})
