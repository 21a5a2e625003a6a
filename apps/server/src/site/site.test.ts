import { DEFAULT_SITE, type SiteFields } from '@nightdesk/contracts'
import { announceChange, EVERYTHING } from '@nightdesk/db'
import { flat } from '@nightdesk/images/testing'
import { parseRssFeed } from 'feedsmith'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createDependencies } from '../context.ts'
import { problemsOf } from '../files/testing.ts'
import { listenForChanges } from '../pages/web.ts'
import {
  addVariants,
  as,
  bearer,
  connection,
  contextOf,
  createCaller,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  log,
  signIn,
  testApp,
  testEnv,
  url,
} from '../testing.ts'

const app = await testApp()
const ada = await createUser({ role: 'admin', full_name: 'Ada' })
const eve = await createUser({ role: 'admin', full_name: 'Eve' })
const { site } = as(ada)
const get = (url: string, headers = {}) => app.inject({ url, headers })
const bodyOf = async (url: string) => (await get(url)).body

/** Saves on top of the newest version. */
const save = async (changes: Partial<SiteFields>, caller = site) =>
  caller.save({ base_version: (await caller.get({})).version_number, changes })

afterEach(async () => {
  await db.deleteFrom('site_versions').execute()
  dependencies.pages.drop('everything')
})

test('a fresh site has the defaults, and no version', async () => {
  const { version_number, site: fields, locked } = await site.get({})

  expect(version_number).toBe(0)
  // The tests run in a time zone of their own.
  expect(fields).toMatchObject({ ...DEFAULT_SITE, timezone: expect.any(String), logo: null, icon: null })
  expect(locked).toEqual({ timezone: 'SITE_TIMEZONE' })
  expect(await site.versions({})).toEqual([])
})

test('a change is one version, and is on every page at once', async () => {
  const { id } = await createPublished(ada)
  await Promise.all(['/', `/post/${id}`, '/rss.xml', '/manifest.webmanifest'].map(bodyOf))

  await save({
    name: 'The Lamp',
    tagline: 'Bright',
    headline: 'Stories of *light*',
    kicker: '',
    hero: 'none',
    language: 'de',
    menu: [{ label: 'Über uns', address: '/about' }],
    footer_line: 'Printed at night.',
    licence: 'CC BY 4.0',
    footer_links: [{ label: 'Shop', address: 'https://shop.example' }],
  })

  const home = await bodyOf('/')
  expect(home).toContain('<html lang="de" data-app="site">')
  expect(home).toContain('<h1 id="hero">Stories of <em>light</em></h1>')
  expect(home).toMatch(/<a href="\/about">Über uns<\/a>/)
  expect(home).not.toContain('Short stories &amp; science fiction')
  expect(home).not.toContain('<svg')
  const story = await bodyOf(`/post/${id}`)
  for (const page of [home, story]) {
    expect(page).toMatch(/<a class="brand" href="\/">The Lamp<\/a>/)
    expect(page).toContain('<meta property="og:locale" content="de_DE"/>')
    expect(page).toContain('<p>Printed at night.</p><p>CC BY 4.0</p>')
    expect(page).toContain('<a href="https://shop.example">Shop</a>')
  }
  expect(parseRssFeed(await bodyOf('/rss.xml'))).toMatchObject({ title: 'The Lamp', language: 'de' })
  expect(JSON.parse(await bodyOf('/manifest.webmanifest'))).toMatchObject({ name: 'The Lamp', lang: 'de' })
  expect(JSON.parse(await bodyOf('/openapi.json')).info.title).toBe('The Lamp API')
  const [version, ...others] = await site.versions({})
  expect(version).toMatchObject({ version_number: 1, created_by_name: 'Ada', site: { name: 'The Lamp' } })
  expect(others).toEqual([])
})

/** Starts another server, which hears of changes. */
async function startNeighbour() {
  const second = await createDependencies(testEnv(), connection, log)
  const other = await testApp(second)
  const { promise: hearing, resolve } = Promise.withResolvers<void>()
  const setConnected = (isConnected: boolean) => {
    second.pages.setConnected(isConnected)
    if (isConnected) resolve()
  }
  const { stop } = listenForChanges(url, { ...second.pages, setConnected }, log)
  onTestFinished(stop)
  await hearing
  return other
}

test('another server shows no name of before, once it has heard of a change', async () => {
  const other = await startNeighbour()
  const paths = ['/', '/search?q=x', '/rss.xml', '/manifest.webmanifest', '/openapi.json', '/nothing-here']
  const read = () =>
    Promise.all(paths.map(async (path) => (await other.inject({ url: path, headers: HTML })).body))
  for (const body of await read()) expect(body).toContain(DEFAULT_SITE.name)

  await save({ name: 'The Lamp' })

  await expect.poll(async () => (await read()).filter((body) => !body.includes('The Lamp'))).toEqual([])
  for (const body of await read()) expect(body).not.toContain(DEFAULT_SITE.name)
})

const HTML = { accept: 'text/html' }

test('a save that changes nothing makes no version', async () => {
  const { version_number } = await save({ name: DEFAULT_SITE.name })

  expect(version_number).toBe(0)
})

test('what two admins change at the same time is merged, and refused where both changed the same', async () => {
  const base_version = (await save({ name: 'The Lamp' })).version_number
  const other = as(eve).site

  const [mine, theirs] = await Promise.all([
    site.save({ base_version, changes: { tagline: 'Of Ada' } }),
    other.save({ base_version, changes: { licence: 'Of Eve' } }),
  ])
  expect([mine.version_number, theirs.version_number].sort()).toEqual([2, 3])
  expect((await site.get({})).site).toMatchObject({ name: 'The Lamp', tagline: 'Of Ada', licence: 'Of Eve' })
  await expect(
    other.save({ base_version, changes: { tagline: 'Of Eve', footer_line: 'Night' } }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Somebody else has changed this meanwhile: tagline.',
  })
  expect((await site.get({})).site.footer_line, 'nothing of a refused change').toBe('')
})

test('a field that the environment decides is shown as such, and cannot be changed', async () => {
  await save({ name: 'The Lamp' })
  const locked = createCaller(contextOf(ada, { locked_site: { name: 'Of the server' } })).site

  expect(await locked.get({})).toMatchObject({
    site: { name: 'Of the server' },
    locked: { name: 'SITE_NAME' },
  })
  await expect(save({ name: 'Another' }, locked)).rejects.toThrow(
    'The variable SITE_NAME of the server decides this.',
  )
  const { site: fields } = await save({ tagline: 'Bright', name: 'Of the server' }, locked)
  expect(fields).toMatchObject({ name: 'Of the server', tagline: 'Bright' })
  expect((await site.get({})).site.name, 'what the environment says is in no version').toBe('The Lamp')
})

test('an accent is a style sheet of its own, whose address says it whole', async () => {
  expect(await bodyOf('/')).not.toContain('/accents/')

  await save({ accent_light: '#0A3D91' })

  const [sheet = ''] = /\/accents\/[^"]+/.exec(await bodyOf('/')) ?? []
  expect(sheet).toBe('/accents/0a3d91-ffd21a.css')
  const { headers, body } = await get(sheet)
  expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' })
  expect(headers['cache-control']).toContain('immutable')
  expect(body).toContain('--jacket: light-dark(#0a3d91, #ffd21a);')
  for (const path of ['/accents/0a3d91.css', '/accents/0a3d9g-ffd21a.css', '/accents/;}-ffd21a.css'])
    expect((await get(path)).statusCode, path).toBe(404)
})

/** A picture with its file. */
async function storePicture(width: number, height: number) {
  const { id, filename } = await createImage()
  await dependencies.storage.put(filename, await flat(width, height).png().toBuffer())
  await db.updateTable('images').set({ width, height }).where('id', '=', id).execute()
  return { id, filename }
}

test('an icon is a square, and is sent in the sizes that are asked for', async () => {
  const [square, wide, other] = [
    await storePicture(600, 600),
    await storePicture(600, 512),
    await storePicture(600, 600),
  ]
  await expect(save({ icon_image_id: wide.id })).rejects.toThrow(
    'An icon is a square of at least 512 pixels. This picture has 600 × 512.',
  )
  await save({ icon_image_id: square.id, logo_image_id: wide.id })

  const home = await bodyOf('/')
  expect(home).toContain(`<img class="logo" src="/api/uploads/${wide.filename}" alt="The Night Desk"`)
  const icons = [...home.matchAll(/\/icons\/\d+-(\d+)\.png/g)]
  expect(icons.map(([, size]) => size)).toEqual(expect.arrayContaining(['32', '180', '192', '512']))
  for (const [address, size] of icons) {
    const { width, height, format } = await sharp((await get(address)).rawPayload).metadata()
    expect([width, height, format]).toEqual([Number(size), Number(size), 'png'])
  }
  for (const path of [`/icons/${square.id}-100.png`, `/icons/${other.id}-32.png`])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('an icon whose file is missing is not found, as other pictures are', async () => {
  const { id, filename } = await storePicture(512, 512)
  await save({ icon_image_id: id })
  await dependencies.storage.delete(filename)

  expect((await get(`/icons/${id}-32.png`)).statusCode).toBe(404)
})

test('the home page offers the copies of its picture as soon as they are made, on every server', async () => {
  const { id, filename } = await storePicture(960, 540)
  await save({ hero: 'picture', hero_image_id: id })
  const neighbour = await startNeighbour()
  const read = async () => (await neighbour.inject({ url: '/', headers: HTML })).body
  const original = `src="/api/uploads/${filename}" alt="" width="960" height="540" loading="eager" fetchPriority="high"`
  expect(await read()).toContain(`<img class="hero-picture" ${original}`)
  expect(await read()).not.toContain('<source')

  const [narrow, wide] = await addVariants(id)
  // As the job does that has made them.
  await announceChange(db, { tags: EVERYTHING, has_cdn: false })

  const source = `<source type="image/avif" srcSet="${narrow?.url} 480w, ${wide?.url} 960w"`
  await expect.poll(read).toContain(source)
  expect(await read(), 'from the cache').toContain(source)
})

test('a picture of the site is used, also by its earlier versions', async () => {
  const { id } = await storePicture(600, 600)
  await db.updateTable('images').set({ created_at: '2020-01-01' }).where('id', '=', id).execute()
  await save({ logo_image_id: id })
  await save({ logo_image_id: null })

  const [removal] = await as(ada).pictures.remove({ ids: [id] })
  expect(removal).toMatchObject({
    outcome: 'refused',
    message: 'The site shows this picture, or an earlier version of it does.',
  })
  await expect(save({ hero: 'picture' })).rejects.toThrow('Choose the picture that the home page shows.')
  await expect(save({ logo_image_id: 999_999 })).rejects.toThrow('The picture does not exist.')
})

test('an e-book of a language from right to left is read so, too', async () => {
  const { id } = await createPublished(ada)
  await save({ language: 'he' })

  const { rawPayload } = await get(`/post/${id}.epub`)

  const files = unzipSync(rawPayload)
  const read = (name: string) => strFromU8(files[`OEBPS/${name}`] ?? new Uint8Array())
  expect(read('package.opf')).toContain('<spine page-progression-direction="rtl">')
  expect(read('story.xhtml')).toMatch(/<html .*xml:lang="he" dir="rtl">/)
  expect(await problemsOf(rawPayload)).toEqual([])
})

test('the home page has as many stories as the site says', async () => {
  await createPublished(ada)
  await createPublished(ada)
  await save({ home_stories: 1 })

  expect((await bodyOf('/')).match(/<article/g)).toHaveLength(1)
  expect((await get('/?page=2')).statusCode).toBe(200)
})

test('a preview shows what is not saved, stores nothing, and is for admins', async () => {
  const { title } = await createPublished(ada)
  const [admin, editor] = [await signIn(ada), await signIn(await createUser({ role: 'editor' }))]
  const preview = (shows: string, changes: object, session = admin) =>
    app.inject({
      method: 'POST',
      url: '/admin/site/preview',
      headers: bearer(session),
      payload: { shows, changes },
    })
  const changes = { name: 'The Lamp', accent_light: '#0a3d91' }

  const home = (await preview('home', changes)).json().data.html
  expect(home).toContain('/accents/0a3d91-ffd21a.css')
  expect(home).toContain('The Lamp')
  expect((await preview('story', changes)).json().data.html).toContain(title)
  expect((await preview('mail', changes)).json().data).toEqual({
    subject: 'Your password for The Lamp',
    text: expect.stringContaining('your account at The Lamp'),
  })
  const card = (await preview('card', changes)).json().data.image
  const { data } = await sharp(Buffer.from(card.split(',')[1], 'base64'))
    .extract({ left: 1, top: 1, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data]).toEqual([0x0a, 0x3d, 0x91])
  expect((await preview('home', { accent_light: 'red' })).statusCode).toBe(422)
  expect((await preview('home', changes, editor)).statusCode).toBe(403)
  expect(await bodyOf('/')).not.toContain('The Lamp')
  expect(await site.versions({})).toEqual([])
})
