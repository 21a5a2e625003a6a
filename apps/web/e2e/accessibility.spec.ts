import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { checkPolicy } from './policy.ts'

const admin = { username: 'ada@example.org', password: 'seven lanterns' }
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDTHS = [320, 768, 1280]

const publicScreens = ['/', '/post/1', '/post/999', '/privacy', '/terms', '/nowhere']
/** Of the admin application, before anybody is signed in. */
const signedOutScreens = ['/admin/login', '/forgot-password', '/accept-invite/none', '/reset-password/none']
const adminScreens = [
  '/admin/dashboard',
  '/admin/articles',
  '/admin/versions?q=ferry',
  '/admin/draft/1?versions',
  '/admin/draft/edit/1',
  '/admin/new-draft',
  '/admin/users',
  '/admin/users/new',
  '/admin/analytics',
  '/admin/analytics/articles/1',
  '/admin/settings',
  '/admin/profile',
  '/admin/nowhere',
]

/** What opens over a screen. */
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
    name: 'the drawer of a phone',
    dialog: 'More',
    widths: [320],
    open: (page: Page) => page.getByRole('button', { name: 'More' }).click(),
  },
]

let stack: Stack
let token: string

test.beforeAll(async ({ playwright }) => {
  stack = await startStack({ env: { ADMIN_EMAIL: admin.username, ADMIN_PASSWORD: admin.password } })
  const api = await playwright.request.newContext({ baseURL: stack.url })
  token = (await (await api.post('/admin/login', { data: admin })).json()).token
  const headers = { authorization: `Bearer ${token}` }
  await api.post('/admin/articles', { headers, data: { title: 'The Night Ferry', content } })
  await api.put('/admin/articles/1/publish', { headers })
  await api.dispose()
})

test.afterAll(() => stack[Symbol.asyncDispose]())

for (const path of [...publicScreens, ...signedOutScreens]) {
  test(`${path} has no barrier and does not scroll sideways`, ({ page }) => expectNoBarrier(page, path))
}

for (const path of adminScreens) {
  test(`${path} has no barrier and does not scroll sideways`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await expectNoBarrier(page, path)
  })
}

for (const { name, dialog, widths, open } of overlays) {
  test(`${name} has no barrier`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.setViewportSize({ width: Math.min(...widths), height: 900 })
    await openPage(page, '/admin/articles')
    await open(page)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expectNoBarrierAt(page, widths)
  })
}

async function expectNoBarrier(page: Page, path: string) {
  await openPage(page, path)
  await expectNoBarrierAt(page, WIDTHS)
}

async function openPage(page: Page, path: string) {
  checkPolicy(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${stack.url}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectNoBarrierAt(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    expect.soft(await barriers(new AxeBuilder({ page }).withTags(RULES)), `${width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${width} px, sideways`).toBeLessThanOrEqual(0)
    // By night the page is the same but for its colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
    expect.soft(await barriers(colors), `${width} px, dark`).toEqual([])
  }
}

async function barriers(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const text = (value: string) => [{ text: value }]
const content = [
  { type: 'paragraph', children: text('The ferry leaves at dusk.') },
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
