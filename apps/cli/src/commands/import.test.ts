import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDb } from '@nightdesk/db/testing'
import { afterAll, expect, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

const database = await createTestDb()
afterAll(database.close)
const { db } = database
const folder = await mkdtemp(join(tmpdir(), 'nightdesk-import-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'lamp.xml')
const env = { DATABASE_URL: database.url, DATA_DIR: folder }
await db
  .insertInto('users')
  .values({ username: 'ada@example.org', full_name: 'Ada', role: 'admin' })
  .execute()

const item = (id: number, status: string) => `<item><title>Story ${id}</title>
  <link>https://lamp.example/story-${id}/</link><wp:post_id>${id}</wp:post_id><wp:status>${status}</wp:status>
  <wp:post_type>post</wp:post_type><wp:post_date_gmt>2021-05-04 03:02:01</wp:post_date_gmt>
  <content:encoded>A lamp in the night.</content:encoded></item>`
await writeFile(
  file,
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel><title>The Lamp</title><link>https://lamp.example</link><wp:wxr_version>1.2</wp:wxr_version>
  <wp:tag><wp:tag_slug>moon</wp:tag_slug><wp:tag_name>Moon</wp:tag_name></wp:tag>
  ${item(1, 'publish')}${item(2, 'draft')}</channel></rss>`,
)

const countArticles = async () => (await db.selectFrom('articles').select('id').execute()).length

test('import shows what comes in, brings it in once, and undoes it', async () => {
  const dry = await nightdesk(['import', file, '--dry-run'], env)
  expect(dry).toMatchObject({ code: 0, stderr: '' })
  expect(dry.stdout).toContain('Kept: published, 2021-05-04, 5 words.')
  expect(dry.stdout).toContain('Its 3 old addresses, such as /story-1, lead to it.')
  expect(dry.stdout).toContain(
    '2 old addresses of tags, of which 2 lead elsewhere or nowhere:\n  /tag/moon → Nowhere: ',
  )
  expect(dry.stdout).toContain('\n  /story-2 → Story 2\n')
  expect(dry.stdout).toContain('2 items: 2 to come in.')
  expect(await countArticles()).toBe(0)

  expect((await nightdesk(['import', file], env)).code).toBe(0)
  expect(await db.selectFrom('articles').select('state').execute()).toEqual([
    { state: 'draft' },
    { state: 'draft' },
  ])
  await nightdesk(['import', 'undo', '1'], env)

  const first = await nightdesk(['import', file, '--as', 'original'], env)
  expect(first.stdout).toMatch(/2 items: 2 imported\.\nTo take it back: nightdesk import undo 2\n$/)
  expect(
    await db.selectFrom('articles').where('state', '=', 'published').select('id').execute(),
  ).toHaveLength(1)
  const again = await nightdesk(['import', file, '--json'], env)
  expect(JSON.parse(again.stdout).items).toMatchObject([{ state: 'known' }, { state: 'known' }])
  expect(await countArticles()).toBe(2)

  const undone = await nightdesk(['import', 'undo', '2'], env)
  expect(undone).toMatchObject({ code: 0, stdout: 'Deleted: 2. Edited since, and left as they are: 0.\n' })
  expect(await countArticles()).toBe(0)
}, 60_000)

test('import takes the address of the old site for a file that lacks it', async () => {
  const posts = [
    { uuid: 'a', title: 'A', status: 'published', published_at: '2021-05-04', html: '<img src="/lamp.png">' },
  ]
  const ghost = join(folder, 'lamp.ghost.json')
  await writeFile(ghost, JSON.stringify({ data: { posts } }))
  const notesWith = async (...args: string[]) =>
    JSON.parse((await nightdesk(['import', ghost, '--dry-run', '--json', ...args], env)).stdout).items[0]
      .notes

  expect(await notesWith()).toEqual(['1 picture is neither in the file nor at a known address.'])
  expect(await notesWith('--site', 'lamp.example')).toEqual([])
  expect(await nightdesk(['import', ghost, '--site', 'http://10.0.0.1'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not the address of a public site'),
  })
}, 60_000)

test('import goes on with the interrupted import of a file, and not with that of another one', async () => {
  for (const name of ['one.md', 'two.md'])
    await writeFile(join(folder, name), `---\ntitle: ${name}\n---\nWords`)
  const begun = { source: 'markdown', state: 'ready', made_by: 1 } as const
  const rows = await db
    .insertInto('imports')
    .values(['one.md', 'two.md'].map((file) => ({ file, ...begun })))
    .returning('id')
    .execute()

  const { stdout } = await nightdesk(['import', join(folder, 'two.md')], env)

  expect(stdout).toContain(`nightdesk import undo ${rows[1]?.id}\n`)
  const { state } = await db
    .selectFrom('imports')
    .where('file', '=', 'one.md')
    .select('state')
    .executeTakeFirstOrThrow()
  expect(state).toBe('ready')
}, 60_000)

const broken = { title: '---\ntitle: [\n---\n', text: '---\ntitle: Lit\n---\nWords' }

test.each([
  [
    'two stories, of which one is damaged',
    1,
    { 'b.md': broken.text, 'c.md': broken.title },
    '1 not imported.',
  ],
  ['a damaged story', 2, { 'd.md': broken.title }, '1 item: 1 not imported.'],
  [
    'losses of two stories',
    0,
    {
      'e.md': `${broken.text} <audio src="https://sea.example/a.mp3"></audio>\n\n<form>Ask</form>`,
      'f.md': `${broken.text} <form>Ask</form>`,
    },
    '\n2 forms became text. In 2 items.\n1 audio player became a link. In 1 item.\n2 items: 2 ',
  ],
  ['something else', 2, { 'nothing.bin': 'nothing' }, 'none that can be imported'],
  ['nothing', 2, {}, 'There is no file or folder at'],
  [
    'stories that would be damaged',
    1,
    { 'g.md': broken.text, 'h.md': broken.title },
    '1 not imported.',
    ['--dry-run'],
  ],
] as [string, number, Record<string, string>, string, string[]?][])(
  'import of %s exits with %s',
  async (name, code, files, sentence, options: string[] = []) => {
    const path = join(folder, name)
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path, { recursive: true })
      await writeFile(join(path, file), text)
    }

    const { stdout, stderr, ...exited } = await nightdesk(['import', path, ...options], env)

    expect([exited.code, stdout + stderr]).toEqual([code, expect.stringContaining(sentence)])
  },
  60_000,
)
