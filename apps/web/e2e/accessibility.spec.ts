import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrierAt, expectUsableByAll } from './barriers.ts'
import { checkPolicy } from './policy.ts'
import { startTestSite, type TestSite } from './test-site.ts'

const WIDTHS = [320, 768, 1280]

const publicScreens = [
  '/',
  '/post/1',
  '/tag/ferries',
  '/author/1',
  '/search?q=fery',
  '/search?q=glacier',
  '/post/999',
  '/corrections',
  '/your-data',
  '/privacy',
  '/terms',
  '/nowhere',
]
/** Screens of the admin before sign-in. */
const signedOutScreens = ['/admin/login', '/forgot-password', '/accept-invite#none', '/reset-password#none']
const adminScreens = [
  '/admin/dashboard',
  '/admin/articles?tag=ferries',
  '/admin/versions?q=ferry',
  '/admin/draft/1?versions',
  '/admin/draft/edit/1',
  '/admin/new-draft',
  '/admin/pages',
  '/admin/pictures',
  '/admin/people',
  '/admin/redirects',
  '/admin/import',
  '/admin/export',
  '/admin/users',
  '/admin/users/new',
  '/admin/analytics',
  '/admin/analytics?referrer=',
  '/admin/analytics/articles/1',
  '/admin/settings',
  '/admin/audit',
  '/admin/profile',
  '/admin/second-factor',
  '/admin/nowhere',
]

/** Dialogs, menus and panels over a screen. */
const overlays = [
  {
    name: 'the palette',
    dialog: 'Search or jump to…',
    widths: WIDTHS,
    open: (page: Page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'the help sheet',
    dialog: 'Keyboard shortcuts',
    widths: WIDTHS,
    open: (page: Page) => page.keyboard.press('?'),
  },
  {
    name: 'the dialog of a schedule',
    path: '/admin/draft/2',
    dialog: 'Schedule publication',
    widths: WIDTHS,
    open: (page: Page) => page.getByRole('button', { name: 'Schedule…' }).click(),
  },
  {
    name: 'the dialog of previews',
    path: '/admin/draft/2',
    dialog: 'Preview',
    widths: WIDTHS,
    open: (page: Page) => page.getByRole('button', { name: 'Preview…' }).click(),
  },
  {
    name: 'the drawer of a phone',
    dialog: 'More',
    widths: [320],
    open: (page: Page) => page.getByRole('button', { name: 'More' }).click(),
  },
]

let site: TestSite
/** One page for all tests, as navigating takes a third of the time of opening a page. */
let reader: Page
let admin: Page

test.beforeAll(async ({ browser }) => {
  const tags = ['Ferries']
  site = await startTestSite([
    { title: 'The Night Ferry', content, tags, published: true },
    { title: 'Moss', content: [...content, ...unfinished], tags },
  ])
  const preview = await (await site.api.post('/admin/articles/2/previews', { data: {} })).json()
  const note = {
    name: 'Njeri',
    text: 'Which one?',
    quote: 'The ferry',
    prefix: '',
    suffix: ' leaves at dusk.',
  }
  await site.api.post(`/api${new URL(preview.data.url).pathname.replace('preview', 'previews')}/notes`, {
    data: note,
  })
  reader = await browser.newPage()
  admin = await browser.newPage()
  checkPolicy(reader)
  checkPolicy(admin)
  await admin.addInitScript((value) => localStorage.setItem('token', value), site.token)
})

test.afterAll(() => site[Symbol.asyncDispose]())

for (const path of [...publicScreens, ...signedOutScreens]) {
  test(`${path} has no barrier and does not scroll sideways`, () => expectNoBarrier(reader, path))
}

for (const path of adminScreens) {
  test(`${path} has no barrier and does not scroll sideways`, () => expectNoBarrier(admin, path))
}

for (const { name, path = '/admin/articles', dialog, widths, open } of overlays) {
  test(`${name} has no barrier`, async () => {
    await openPage(admin, path, Math.min(...widths))
    await open(admin)
    await expect(admin.getByRole('dialog', { name: dialog })).toBeVisible()
    await expectNoBarrierAt(admin, widths)
  })
}

/** States of a screen, with the part that they add. */
const states = [
  {
    name: 'articles with a selection',
    path: '/admin/articles',
    open: (page: Page) => page.getByRole('checkbox', { name: 'Select Moss' }).check(),
    part: (page: Page) => page.getByRole('region', { name: 'Selected articles' }),
  },
  {
    name: 'the time line of a version',
    path: '/admin/draft/edit/2',
    open: async (page: Page) => {
      await page.getByRole('button', { name: 'Show Versions' }).click()
      await page.getByRole('slider', { name: 'Version' }).press('Home')
    },
    part: (page: Page) => page.getByRole('region', { name: 'Text of version 1' }),
  },
  {
    name: 'find and replace',
    path: '/admin/draft/edit/2',
    open: openReplace,
    part: (page: Page) => page.getByRole('search', { name: 'Find and replace' }),
  },
  {
    name: 'the notes of readers',
    path: '/admin/draft/edit/2?notes=1',
    open: () => Promise.resolve(),
    part: (page: Page) => page.getByRole('article', { name: 'Note by Njeri on “The ferry”' }),
  },
  {
    name: 'the sheet to publish',
    path: '/admin/draft/edit/2',
    open: (page: Page) => page.getByRole('button', { name: 'Publish…' }).click(),
    part: (page: Page) => page.getByRole('region', { name: 'Headings that skip a level' }),
  },
  {
    name: 'the corrections of a published article',
    path: '/admin/draft/edit/1',
    open: () => Promise.resolve(),
    part: (page: Page) => page.getByRole('region', { name: 'Corrections' }),
  },
]

for (const { name, path, open, part } of states) {
  test(`${name}: no barrier, also at 400 % and in forced colours`, async () => {
    await openPage(admin, path)
    await open(admin)
    await expect(part(admin)).toBeVisible()
    await expectNoBarrierAt(admin, WIDTHS)
    await expectUsableByAll(admin)
  })
}

test('a preview page, and a scheduled draft with unsaved changes and their comparison, have no barrier', {
  tag: '@slow',
}, async () => {
  const made = await (await site.api.post('/admin/articles/2/previews', { data: {} })).json()
  await expectNoBarrier(admin, new URL(made.data.url).pathname)
  await site.api.put('/admin/articles/2/schedule', { data: { publish_at: '2199-01-01T06:00:00Z' } })
  const unsaved = { base_version: 1, title: 'Moss', content: [] }
  await site.api.put('/admin/articles/2/working-copy', { data: unsaved })
  await expectNoBarrier(admin, '/admin/draft/2')
  await openPage(admin, '/admin/draft/edit/2')
  await admin.getByRole('button', { name: 'More actions' }).click()
  await admin.getByRole('menuitem', { name: 'Compare' }).click()
  await expect(admin.getByRole('dialog', { name: 'Your changes' })).toBeVisible()
  await expectNoBarrierAt(admin, WIDTHS)
})

async function expectNoBarrier(page: Page, path: string) {
  await openPage(page, path)
  await expectNoBarrierAt(page, WIDTHS)
  await expectUsableByAll(page)
}

async function openPage(page: Page, path: string, width = 1280) {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${site.stack.url}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Before its code is loaded, the key is the browser’s. */
async function openReplace(page: Page) {
  await expect(async () => {
    await page.locator('[contenteditable]').first().press('ControlOrMeta+h')
    await expect(page.getByLabel('Replace with')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

const text = (value: string) => [{ text: value }]
const content = [
  { type: 'paragraph', children: text('The ferry leaves at dusk.') },
  { type: 'paragraph', children: text('W'.repeat(200)) },
  { type: 'heading-two', children: text('The crossing') },
  { type: 'block-quote', children: text('Nobody looks at the water twice.') },
  { type: 'bulleted-list', children: [{ type: 'list-item', children: text('a lamp') }] },
  {
    type: 'code-block',
    language: 'typescript',
    children: [{ type: 'code-line', children: text('ferry.depart({ at: "dusk", lamps: 3 }) '.repeat(8)) }],
  },
  {
    type: 'paragraph',
    children: [
      { text: 'Read ' },
      { type: 'link', url: 'https://example.org', children: text('more') },
      { text: '.' },
    ],
  },
]

/** What the sheet to publish marks. */
const unfinished = [
  { type: 'paragraph', children: text('He said "no" to the the captain.') },
  { type: 'paragraph', children: text('It leaves  at TK.') },
  { type: 'heading-four', children: text('The deck') },
]
