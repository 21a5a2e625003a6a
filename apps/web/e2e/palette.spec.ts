import { expect, type Page, test } from '@playwright/test'
import { paragraph } from './content.ts'
import { highlighted } from './keyboard.ts'
import { signInPage, startTestSite, type TestSite } from './test-site.ts'

const content = [paragraph('The ferry leaves at dusk.')]

let site: TestSite

test.beforeAll(async () => {
  const titles = ['The Night Ferry', 'Rain, Recorded']
  site = await startTestSite(titles.map((title) => ({ title, content })))
})

test.afterAll(() => site[Symbol.asyncDispose]())

test('the palette lists articles with a match in the title before matches in the text, opens one, and lists it first next time', {
  tag: '@journey',
}, async ({ page }) => {
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await openPalette(page)
  await page.keyboard.type('fer')
  await expect(page.getByRole('option')).toHaveText([/The Night Ferry/, /Rain, Recorded/])
  await expect(highlighted(page)).toHaveText(/The Night Ferry/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/draft\/1$/)
  await expect(page.getByRole('dialog')).toBeHidden()

  await openPalette(page)
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    /The Night Ferry/,
  ])
})

test('the key of the palette works as soon as a screen exists, before its first frame', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('h1')) return
      observer.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await signInPage(page, site.token)
  await page.goto(`${site.stack.url}/admin/articles`)
  await expect(field(page)).toBeFocused()
})

test('text typed right after the key of the palette is in its field, however slowly it loads', async ({
  page,
}) => {
  const arrive = await holdPalette(page)
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cerr')
  await page.keyboard.press('Backspace')
  arrive()

  await expect(field(page)).toHaveValue('cer')
  await page.keyboard.type('es')
  await expect(field(page)).toHaveValue('ceres')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('Escape cancels a loading palette, and keys work as before', async ({ page }) => {
  const arrive = await holdPalette(page)
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  arrive()
  await page.keyboard.press('c')

  await expect(page.getByRole('heading', { level: 1, name: 'New Article' })).toBeVisible()
  await expect(field(page)).toBeHidden()
})

test('the palette keeps the focus when the screen that it has opened appears below it', async ({ page }) => {
  const arrive = await hold(page, '**/redirects-*.js')
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await run(page, 'redirects', 'Redirects')
  await openPalette(page)
  arrive()
  await expect(page.locator('h1', { hasText: 'Redirects' })).toBeVisible()
  await page.keyboard.type('ceres')
  await expect(field(page)).toHaveValue('ceres')
})

test('the palette runs actions, which any of their words finds', async ({ page }) => {
  await open(page, '/admin/articles', 'Articles')
  await run(page, 'appearance dark', 'Theme: Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run(page, 'trigger', 'Trigger Analytics')
  await expect(page.getByText('Analytics task triggered successfully')).toBeVisible()
  await run(page, 'help', 'Keyboard shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('arrow keys move through the palette, Escape closes it, and it says when it finds nothing', async ({
  page,
}) => {
  await open(page, '/admin/articles', 'Articles')
  await page.getByRole('button', { name: 'Search or jump to…' }).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  const first = await highlighted(page).textContent()
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).not.toHaveText(first ?? '')
  await page.keyboard.type('zeppelin')
  await expect(page.getByText('Nothing found for “zeppelin”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeFocused()
})

test('the palette says that it could not search, not that there is nothing', { tag: '@slow' }, async ({
  page,
}) => {
  await open(page, '/admin/articles', 'Articles')
  await page.route('**/trpc/articles.list*', (route) => route.abort())
  await openPalette(page)
  await page.keyboard.type('ferry')
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await expect(page.getByText('Nothing found')).toHaveCount(0)
})

test('Ctrl+K opens the link form on selected text of the editor, and the palette elsewhere in it', async ({
  page,
}) => {
  await open(page, '/admin/draft/edit/1', 'Edit Article')
  const text = page.locator('[contenteditable]').first()
  await text.click()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await text.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Link URL' })).toBeFocused()
})

test('single keys open screens, move along rows and open the editor', async ({ page }) => {
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  // The dashboard also has such rows, and stays until the next screen is rendered.
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles$/)
  const titles = page.getByRole('row').getByRole('link', { name: /Ferry|Rain/ })
  await expect(titles).toHaveText(['Rain, Recorded', 'The Night Ferry'])
  await page.keyboard.press('j')
  await expect(titles.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(titles.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/draft\/1$/)
  await expect(page.getByRole('heading', { name: 'The Night Ferry' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/admin\/draft\/edit\/1$/)
})

test('single keys are letters while typing, and one key opens the help', async ({ page }) => {
  await open(page, '/admin/dashboard', 'Welcome back, Ada')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/admin\/new-draft/)
  await page.getByLabel('Title').focus()
  await page.keyboard.type('g d? c')
  await expect(page.getByLabel('Title')).toHaveValue('g d? c')
  await expect(page).toHaveURL(/\/admin\/new-draft/)

  await open(page, '/admin/profile', 'Profile')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('G D')).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/profile$/)
})

test('no lines of the help overlap', async ({ page }) => {
  await open(page, '/admin/articles', 'Articles')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overrun = await help
      .locator('dt')
      .evaluateAll((labels) =>
        labels
          .filter(({ clientHeight, parentElement }) => clientHeight > (parentElement?.clientHeight ?? 0))
          .map(({ textContent }) => textContent),
      )
    expect(overrun, `${width} px`).toEqual([])
  }
  await expect(help).toBeVisible()
})

test('the profile turns off single keys and their hints', async ({ page }) => {
  await open(page, '/admin/profile', 'Profile')
  const hint = page.getByRole('complementary', { name: 'Sidebar' }).getByText('G D')
  await expect(hint).toBeVisible()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).focus()
  await page.keyboard.press('Space')
  await expect(hint).toBeHidden()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await page.keyboard.press('c')
  await openPalette(page)
  await expect(page).toHaveURL(/\/admin\/profile$/)
})

async function open(page: Page, path: string, heading: string) {
  await signInPage(page, site.token)
  await page.goto(`${site.stack.url}${path}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

const holdPalette = (page: Page) => hold(page, '**/palette-*.js')

/** Holds back a part of the code. @returns lets it load */
async function hold(page: Page, part: string): Promise<() => void> {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(part, async (route) => {
    await arrives
    await route.continue()
  })
  return arrive
}

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

async function run(page: Page, query: string, label: string) {
  await openPalette(page)
  await page.keyboard.type(query)
  await expect(highlighted(page)).toHaveText(new RegExp(label))
  await page.keyboard.press('Enter')
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to…' })

/** The option that Enter runs. */
