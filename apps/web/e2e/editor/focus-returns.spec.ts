import { paragraph } from '../content.ts'
import { chooseMore } from './saving.ts'
import { expect, nextFrame, test } from './test.ts'

test.use({ isShared: true })

test('letters typed in a story are never commands: not after Escape, Save by mouse or a reload', async ({
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
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await expect(text).toBeFocused()
  await stays()
  await expect(text).toHaveText('The ferrygd c gd c')
  await chooseMore(page, 'Focus Mode')
  await expect(text).toBeFocused()
  await stays()
  await page.reload()
  await expect(page.locator('.editor-footer')).not.toBeEmpty()
  await stays()
})

test('a key is a command on a control reached by Tab', async ({ write }) => {
  const { page } = await write([paragraph('The ferry')])
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('toolbar').locator(':focus')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('smart punctuation can be turned off in the profile', async ({ page, write }) => {
  await page.goto('/admin/profile')
  await page.getByRole('switch', { name: 'Smart punctuation' }).click()
  const { text } = await write([])
  await page.keyboard.type('"Rain"--')
  await expect(text).toHaveText('"Rain"--')
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('a panel that is closed by its button returns the focus to its opener, or to the text', async ({
    write,
    site,
  }) => {
    const { page, id, text } = await write([paragraph('The ferry')])
    await page.getByRole('button', { name: 'Close details' }).press('Enter')
    const opener = page.getByRole('button', { name: 'Details', exact: true })
    await expect(opener).toBeFocused()
    await opener.press('Enter')

    const link = await (await site.api.post(`/admin/articles/${id}/previews`, { data: {} })).json()
    const token = new URL(link.data.url).pathname.split('/').at(-1)
    const note = { name: 'Njeri', text: 'Lovely.', quote: '', prefix: '', suffix: '' }
    await site.api.post(`/api/previews/${token}/notes`, { data: note })
    await page.goto(`/admin/draft/edit/${id}?notes`)
    await page.getByRole('button', { name: 'Close notes' }).press('Enter')
    await expect(text).toBeFocused()
  })

  test('shortcuts typed on a slow network, before their code has loaded, are applied', {
    tag: '@slow',
  }, async ({ page, write }) => {
    const { text } = await write([paragraph('')])
    await expect(text).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: 400 * 1024,
      uploadThroughput: 400 * 1024,
    })
    // The first letters are typed before the chunk has loaded, the rest afterwards.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/typing-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit', timeout: 100_000 })
    await text.click({ timeout: 100_000 })
    await page.keyboard.type(SLOW_LINES.map(([typed]) => typed).join('\n'))
    await expect(text.locator('p')).toHaveText(SLOW_LINES.map(([typed]) => typed))
    release()
    for (const [, block, shown] of SLOW_LINES) await expect(text.locator(block)).toHaveText(shown)
    await page.keyboard.type(' softly')
    await expect(text.locator('p').last()).toHaveText('“Rain,” he said— softly')
  })

  test('the title keeps the focus while the letters before it are read again on a slow network', async ({
    page,
    write,
  }) => {
    const { text } = await write([paragraph('')], { isWhole: false })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/typing-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await text.click()
    await page.keyboard.type('"Rain"')
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('The ')
    release()
    await expect(text).toHaveText('“Rain”')
    await page.keyboard.type('ferry')
    await expect(title).toHaveValue('The ferry')
  })

  test('no undo step removes more than half a minute of typing and the sentence', async ({ page, write }) => {
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
})

/** Typed lines, and their results. */
const SLOW_LINES = [
  ['## Dusk', 'h2', 'Dusk'],
  ['- lamp', 'ul > li', 'lamp'],
  ['Rain.', 'p:nth-child(3)', 'Rain.'],
  ['1. oil', 'ol > li', 'oil'],
  ['> Nobody waves.', 'blockquote', 'Nobody waves.'],
  ['It is **thick** ice', 'strong', 'thick'],
  ['and _thin_ ice', 'em', 'thin'],
  ['with `row()` in it', 'code', 'row()'],
  ['"Rain," he said--', 'p:nth-child(9)', '“Rain,” he said—'],
] as const
