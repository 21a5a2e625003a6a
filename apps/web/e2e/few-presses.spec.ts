import { expect, type Page, test } from '@playwright/test'
import { drawing } from './drawing.ts'
import { openFileChooser } from './file-chooser.ts'
import { highlighted } from './keyboard.ts'
import { checkPolicy } from './policy.ts'
import { admin, startTestSite, type TestSite } from './test-site.ts'

/** Keys besides the letters of a text. */
const MOST = 12

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(() => site[Symbol.asyncDispose]())

test('from sign-in to a published story with a picture by keyboard, in a few presses besides typing', {
  tag: '@journey',
}, async ({ page }) => {
  checkPolicy(page)
  const presses: string[] = []
  const press = async (key: string) => {
    presses.push(key)
    await page.keyboard.press(key)
  }
  await signIn(page, site.stack.url, press)

  await press('c')
  await expectFocused(page, 'textbox', 'Title')
  await page.keyboard.type('The Night Ferry')
  await press('Enter')
  await expectFocused(page, 'textbox', 'Content')
  await page.keyboard.type('It leaves at dusk.')
  await press('Enter')
  await page.keyboard.type('/image')
  await expect(page.getByRole('option', { name: /Image/, selected: true })).toBeVisible()
  const chooser = await openFileChooser(page, () => press('Enter'))
  await chooser.setFiles(await drawing('ferry.png'))
  await expect(page.locator('[contenteditable] img[src^="/api/uploads/"]')).toBeVisible()

  await press('ControlOrMeta+Enter')
  const sheet = page.getByRole('dialog', { name: 'Publish', exact: true })
  await expect(sheet).toMatchAriaSnapshot(`
    - dialog "Publish":
      - banner:
        - heading "Publish" [level=2]
        - button "Close"
      - region "The page":
        - heading "The page" [level=2]
        - link "Open in a new tab"
        - region "The page on a phone, 390 pixels wide"
        - region "The page on a desktop, 1280 pixels wide"
      - region "The card":
        - img "The card of The Night Ferry"
      - region "In a search":
        - paragraph: The Night Ferry · The Night Desk
        - paragraph: It leaves at dusk.
      - region "In a feed":
        - paragraph: The Night Ferry
      - region "The e-book":
        - img "The cover of The Night Ferry"
      - heading "3 suggestions" [level=2]
      - region /Images without a description/:
        - list:
          - listitem:
            - button /^Fix… This image has no description/
            - button /^Leave it/
      - region /Excerpt/
      - region /Featured image/
      - contentinfo:
        - button "Send a proof"
        - button "Schedule…"
        - button "Publish now"
  `)
  await expect(sheet.locator('[data-fix]').first()).toBeFocused()
  await press('ControlOrMeta+Enter')
  await expect(page.getByText('Article published successfully')).toBeVisible()
  const story = await (await site.api.get('/post/1')).text()
  expect(story).toMatch(/The Night Ferry.*It leaves at dusk\..*<img/s)
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(MOST)
})

test('from sign-in to a site with a name, a colour, a menu and an About page of its own by keyboard', {
  tag: '@slow',
}, async ({ page }) => {
  checkPolicy(page)
  const presses: string[] = []
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) {
      presses.push(key)
      await page.keyboard.press(key)
    }
  }
  /** Moves to a field, whose text is selected then, as by every Tab. */
  const tabTo = async (name: string, times: number) => {
    await press('Tab', times)
    await expectFocused(page, 'textbox', name)
  }
  await signIn(page, site.stack.url, press)

  await press('ControlOrMeta+k')
  await page.keyboard.type('new page')
  await expect(highlighted(page)).toHaveText('New Page')
  await press('Enter')
  await expectFocused(page, 'textbox', 'Title')
  await page.keyboard.type('About')
  await press('Enter')
  await expect(page).toHaveURL(/\/admin\/draft\/edit\//)
  await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toBeVisible()
  await expectFocused(page, 'textbox', 'Title')
  await press('Enter')
  await expectFocused(page, 'textbox', 'Content')
  await page.keyboard.type('Stories from the lake, since this year.')
  await press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog', { name: 'Publish' }).locator('[data-fix]').first()).toBeFocused()
  await press('ControlOrMeta+Enter')
  await expect(page.getByText('Page published successfully')).toBeVisible()

  await press('ControlOrMeta+k')
  await page.keyboard.type('look and menu')
  await expect(highlighted(page)).toHaveText('Name, look and menu of the site')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await tabTo('Name', 2)
  await page.keyboard.type('The Lamp')
  await tabTo('Accent, light, as a code', 3)
  await page.keyboard.type('#0a3d91')
  await press('Tab', 13)
  await expect(page.getByRole('button', { name: 'Add a Link' }).first()).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('textbox', { name: 'Label of entry 1' })).toBeFocused()
  await page.keyboard.type('About')
  await press('Tab')
  await page.keyboard.type('/about')
  await press('Enter')
  await expect(page.getByText('Readers see the site like this from now on.')).toBeVisible()

  const home = await (await site.api.get('/')).text()
  expect(home).toContain('<title>The Lamp</title>')
  expect(home).toContain('/accents/0a3d91-ffd21a.css')
  expect(home).toContain('<a href="/about">About</a>')
  expect(await (await site.api.get('/about')).text()).toContain('Stories from the lake')
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(31)
})

/** The entry of the palette that Enter chooses. */

async function signIn(page: Page, url: string, press: (key: string) => Promise<void>) {
  await page.goto(`${url}/admin/login`)
  await expectFocused(page, 'textbox', 'Email')
  await page.keyboard.type(admin.username)
  await press('Tab')
  await expectFocused(page, 'textbox', 'Password')
  await page.keyboard.type(admin.password)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

const expectFocused = (page: Page, role: 'textbox', name: string) =>
  expect(page.getByRole(role, { name, exact: true })).toBeFocused()
