import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { NOON } from '../../../packages/db/src/testing.ts'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { expectNoBarrierAt } from './barriers.ts'
import { openFileChooser } from './file-chooser.ts'
import { tabAndPress, tabAndType, tabTo, type Way } from './keyboard.ts'
import { checkPolicy } from './policy.ts'
import { addLink, chooseBlock, newLine, pickImage } from './writing.ts'

const admin = { name: 'Wanjiru Kamau', email: 'wanjiru@example.org', password: 'seven lanterns' }
const title = 'The Night Ferry'
/** A time zone in which it is noon, so that today does not end during the test. */
const env = { SITE_TIMEZONE: NOON }

test('the first story, by keyboard alone: written, published, read, counted, reverted, and intact after kill -9', {
  tag: '@journey',
}, async ({ browser }) => {
  // Reaching every control by Tab takes long on a busy machine.
  test.slow()
  await using running = new AsyncDisposableStack()
  const stack = running.use(await startStack({ env }))
  const page = await openPage(browser, stack)
  await setUp(page, stack)
  await signIn(page)
  const storyUrl = await write(page)
  await publish(page)
  await readWithoutJavaScript(browser, stack, storyUrl)
  await readWithJavaScript(browser, stack, storyUrl)
  await checkFigures(page)
  await editAndRevert(page, storyUrl)
  await signOut(page, { backwards: true })

  await stack.killAll()
  running.use(await startStack({ directory: stack.directory, port: Number(new URL(stack.url).port), env }))
  await checkNothingIsLost(page, storyUrl)
})

async function openPage(browser: Browser, { url }: Stack): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  checkPolicy(page)
  return page
}

async function setUp(page: Page, stack: Stack) {
  const link = /http\S+\/admin\/setup#\S+/.exec(stack.output())?.[0]
  expect(link, 'a one-time link was printed').toBeDefined()
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('Open the link printed where Nightdesk was started')
  await page.goto('/admin/setup#a-guess')
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more')
  await page.goto(link ?? '')
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expectNoBarrierAt(page, [320, 1280])
  await tabAndType(page, page.getByLabel('Full name'), admin.name)
  await tabAndType(page, page.getByLabel('Email'), admin.email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  const again = await page.request.get(link ?? '', { headers: { accept: 'text/html' } })
  expect(again.status(), 'the link is gone').toBe(404)
  await signOut(page)
}

async function signIn(page: Page) {
  await page.goto('/admin/articles')
  await expect(page).toHaveURL(/\/admin\/login/)
  const password = page.getByLabel('Password', { exact: true })
  await tabAndType(page, page.getByLabel('Email'), admin.email)
  await tabAndType(page, password, 'wrong password')
  await tabAndPress(page, page.getByRole('button', { name: 'Login' }))
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await tabAndType(page, password, admin.password, { backwards: true })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/articles$/)
  await expect(page.getByText('No articles available')).toBeVisible()
}

async function signOut(page: Page, way?: Way) {
  await tabAndPress(page, page.getByRole('button', { name: 'Sign Out' }), way)
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
}

/** The files themselves are not chosen by keyboard, as the browser opens a dialog of the system. */
async function write(page: Page): Promise<string> {
  await tabAndPress(page, page.getByRole('link', { name: 'Create Your First Article' }))
  await tabTo(page, page.getByRole('button', { name: 'Featured Image' }))
  const chooser = await openFileChooser(page, () => page.keyboard.press('Enter'))
  await chooser.setFiles(await drawing('poster.png', 1600, 900))
  await expect(page.locator('img[src^="/api/uploads/"]')).toBeVisible()
  await tabAndType(page, page.getByLabel('Title'), title)

  await tabTo(page, page.locator('[contenteditable]').first())
  await page.keyboard.type('The ferry leaves at dusk.')
  await newLine(page)
  await chooseBlock(page, 'Heading 2')
  await page.keyboard.type('The crossing')
  await newLine(page)
  await chooseBlock(page, 'Quote')
  await page.keyboard.type('Nobody looks at the water twice.')
  await newLine(page)
  await chooseBlock(page, 'Bulleted list')
  await page.keyboard.type('a lamp')
  await newLine(page)
  await page.keyboard.type('a rope')
  await newLine(page)
  await newLine(page)
  await chooseBlock(page, 'Code block')
  await page.keyboard.type('ferry.depart("dusk")')
  // Two empty lines end the code block.
  for (let line = 0; line < 3; line++) await newLine(page)
  await page.keyboard.type('Read more: ')
  await addLink(page, 'https://example.org/ferries')
  await pickImage(page, await drawing('ferry.png', 800, 500))

  await tabAndPress(page, page.getByRole('button', { name: '1 image has no description' }))
  await expect(page.locator('.editor-content').getByLabel('Image description')).toBeFocused()
  await page.keyboard.type('A ferry on a dark sea')
  await page.keyboard.press('Enter')

  await tabAndPress(page, page.getByRole('button', { name: /^Save/ }))
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  return `/post/${page.url().split('/').at(-1)}`
}

async function publish(page: Page) {
  await tabAndPress(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
}

async function readWithoutJavaScript(browser: Browser, { url }: Stack, storyUrl: string) {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Latest Articles' })).toBeVisible()
  await tabAndPress(page, readLink(page))
  await expect(page).toHaveURL(storyUrl)
  await expectStory(page)
  await context.close()
}

const readLink = (page: Page) =>
  page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: 'Read Article' })

async function expectStory(page: Page) {
  const story = page.getByRole('article')
  await expect(story.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(story.getByText('The ferry leaves at dusk.')).toBeVisible()
  await expect(story.getByRole('heading', { name: 'The crossing' })).toBeVisible()
  await expect(story.locator('blockquote')).toHaveText('Nobody looks at the water twice.')
  await expect(story.getByRole('listitem').filter({ hasText: /^a (lamp|rope)$/ })).toHaveCount(2)
  await expect(story.locator('pre')).toContainText('ferry.depart("dusk")')
  await expect(story.getByRole('link', { name: 'example.org' })).toHaveAttribute('rel', /nofollow/)
  for (const image of await story.locator('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
  }
  await expect(story.locator('img')).toHaveCount(2)
  await expect(story.getByRole('img', { name: 'A ferry on a dark sea' })).toBeVisible()
}

async function readWithJavaScript(browser: Browser, { url }: Stack, storyUrl: string) {
  const context = await browser.newContext({ baseURL: url, userAgent: await ordinaryUserAgent(browser) })
  const page = await context.newPage()
  checkPolicy(page)
  await page.goto('/')
  await tabAndPress(page, page.getByRole('button', { name: 'Got it' }))
  const counted = page.waitForResponse((response) =>
    response.url().endsWith(`${storyUrl.replace('/post', '/api/articles')}/view`),
  )
  await tabAndPress(page, readLink(page))
  expect(await (await counted).json()).toEqual({ success: true, counted: true, reason: null })
  await expectStory(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Got it' })).toBeHidden()
  await context.close()
}

/** Replaces the user agent of headless Chromium, which would be counted as a bot. */
async function ordinaryUserAgent(browser: Browser) {
  const page = await browser.newPage()
  const userAgent = await page.evaluate(() => navigator.userAgent)
  await page.close()
  return userAgent.replace('Headless', '')
}

async function checkFigures(page: Page) {
  await tabAndPress(page, page.getByRole('link', { name: 'Analytics' }))
  await tabAndPress(page, page.getByRole('button', { name: 'Trigger Analytics' }))
  await expect(page.getByText('Analytics task triggered successfully')).toBeVisible()
  await expect(page.getByText(/\/post\/\d+/).first()).toBeVisible()

  await tabAndPress(page, page.getByRole('link', { name: 'Dashboard' }), { backwards: true })
  await expect(figure(page, 'Views Today')).toHaveText('2')
  await expect(figure(page, 'Total Views')).toHaveText('2')
  await expect(figure(page, 'Unique Visitors')).toHaveText('1')
  await tabAndPress(page, page.getByRole('link', { name: title }).first())
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
}

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('~ dd').first()

async function editAndRevert(page: Page, storyUrl: string) {
  await tabAndPress(page, page.getByRole('link', { name: 'Edit', exact: true }))
  await tabAndType(page, page.getByLabel('Title'), 'The Day Ferry')
  await tabAndPress(page, page.getByRole('button', { name: /^Save/ }))
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  expect(await (await page.request.get(storyUrl)).text()).toContain('The Day Ferry')

  await tabAndPress(page, page.getByRole('button', { name: 'Show Versions' }), { backwards: true })
  await tabAndPress(page, page.getByRole('button', { name: /Version 1\b/ }))
  await tabAndPress(page, page.getByRole('button', { name: /^Revert/ }))
  await expect(page.getByText('Version reverted successfully')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  expect(await (await page.request.get(storyUrl)).text()).not.toContain('The Day Ferry')
}

async function checkNothingIsLost(page: Page, storyUrl: string) {
  await page.goto(storyUrl)
  await expectStory(page)
  await page.goto('/admin/login')
  await tabAndType(page, page.getByLabel('Email'), admin.email)
  await tabAndType(page, page.getByLabel('Password', { exact: true }), admin.password)
  await tabAndPress(page, page.getByRole('button', { name: 'Login' }))
  await expect(figure(page, 'Total Views')).toHaveText('2')
  await page.goto(storyUrl.replace('/post', '/admin/draft'))
  await tabAndPress(page, page.getByRole('button', { name: 'Show Versions' }))
  await expect(page.getByText('Reverted to version 1')).toBeVisible()
}

/** Draws a unique picture for every run: a dark sea and a lit window. */
async function drawing(name: string, width: number, height: number) {
  const lamp = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#FFD21A' } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#23356F' } })
    .composite([{ input: lamp, gravity: 'centre' }])
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
