import { paragraph } from '../content.ts'
import { expect, nextFrame, test } from './test.ts'

test('the letters of a story are never commands: not after Escape, Save by mouse or a reload', async ({
  write,
}) => {
  const { page, id, text } = await write([paragraph('The ferry')])
  const stays = async () => {
    await page.keyboard.type('gd c ')
    await nextFrame(page)
    expect(new URL(page.url()).pathname).toBe(`/admin/draft/edit/${id}`)
  }
  await page.keyboard.press('Escape')
  await stays()
  await expect(text).toHaveText('The ferrygd c')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await expect(text).toBeFocused()
  await stays()
  await expect(text).toHaveText('The ferrygd c gd c')
  await page.getByRole('button', { name: 'Focus Mode' }).click()
  await expect(text).toBeFocused()
  await stays()
  await page.reload()
  await expect(page.locator('.editor-footer')).not.toBeEmpty()
  await stays()
})

test('a key is a command where Tab led to a control of the page', async ({ write }) => {
  const { page } = await write([paragraph('The ferry')])
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('toolbar').locator(':focus')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a new article begins with the caret in its title', async ({ page }) => {
  await page.goto('/admin/new-draft')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
})

test('smart punctuation can be turned off in the profile', async ({ page, write }) => {
  await page.goto('/admin/profile')
  await page.getByRole('switch', { name: 'Smart punctuation' }).click()
  const { text } = await write([])
  await page.keyboard.type('"Rain"--')
  await expect(text).toHaveText('"Rain"--')
})

test('what is typed on a slow line, before the code for it has come, becomes what it stands for', async ({
  page,
  write,
}) => {
  const { text } = await write([paragraph('')])
  await expect(text).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 20 * 1024,
    uploadThroughput: 20 * 1024,
  })
  // The first letters are typed while that chunk is held back, the rest when it has come.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/typing-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit', timeout: 100_000 })
  await text.click({ timeout: 100_000 })
  await page.keyboard.type('## Dusk')
  await expect(text).toHaveText('## Dusk')
  letGo()
  await expect(text.locator('h2')).toHaveText('Dusk')
  await page.keyboard.type(' falls')
  await expect(text.locator('h2')).toHaveText('Dusk falls')
})

test('no step of undo takes more than half a minute and the sentence', async ({ page, write }) => {
  await page.clock.install()
  const { text } = await write([paragraph('')])
  const undo = () => page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.type('Night falls. Rain. ')
  await page.clock.fastForward(31_000)
  await page.keyboard.type('The ferry leaves. ')
  await page.keyboard.type('Nobody waves.')
  await undo()
  await expect(text).toHaveText('Night falls. Rain. The ferry leaves.')
  await undo()
  await expect(text).toHaveText('')
})
