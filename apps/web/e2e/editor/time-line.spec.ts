import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { write as writeArticle } from '../test-site.ts'
import { expectChanges, press, read, status } from './saving.ts'
import { expect, nextFrame, test, type Write, type Writing } from './test.ts'

test.use({ isShared: true })

const FIRST = 'The old ferry leaves at dusk, and nobody asks where it goes.'
const CUT = 'Only the lamplighter knew its name.'
const LAST = 'At noon the light is the colour of tea.'
const ADDED = 'She wrote that down.'

/** After the first of three versions, the second cuts a paragraph and a word, and the third adds a paragraph. */
const edits = [
  [FIRST.replace('old ', ''), LAST],
  [FIRST.replace('old ', ''), ADDED, LAST],
].map((texts) => ({ content: texts.map(paragraph) }))
const draft = [FIRST, CUT, LAST].map(paragraph)

const slider = (page: Page) => page.getByRole('slider', { name: 'Version' })
const moment = (page: Page, number: number) => page.getByRole('region', { name: `Text of version ${number}` })
const returned = (page: Page) => page.getByText('Brought back where it stood')

test.describe('beside the editor', () => {
  /** The newest of three versions in the editor, with unsaved words, and the time line. */
  async function openTimeLine(write: Write): Promise<Writing> {
    const writing = await write(draft, { edits })
    const { page } = writing
    await page.keyboard.type(' Unsaved.')
    await press(page, 'Show Versions')
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Now')
    return writing
  }
  const present = [FIRST.replace('old ', ''), ADDED, `${LAST} Unsaved.`]

  test('the slider shows a version in the place of the text by keyboard, and Escape returns to it', {
    tag: '@journey',
  }, async ({ write }) => {
    const { page, text } = await openTimeLine(write)

    await slider(page).press('Home')
    await expect(slider(page)).toHaveAttribute(
      'aria-valuetext',
      /^Version 1 of 3, \w+ \d+, \d{4}, \d+:\d\d\s[AP]M, by \S/,
    )
    await expect(text).toBeHidden()
    const shown = moment(page, 1)
    await expect(shown.getByRole('heading', { name: 'A draft' })).toBeVisible()
    await expect(shown.locator('del')).toHaveText(['old ', `cut: ${CUT}`])
    await expect(shown.locator('ins')).toHaveText([`added: ${ADDED}`, 'added:  Unsaved.'])
    await press(page, 'Only that moment')
    await expect(shown.locator('.prose')).toHaveText(`${FIRST}${CUT}${LAST}`)
    await slider(page).press('ArrowRight')
    await expect(moment(page, 2).locator('.prose')).toHaveText(`${FIRST.replace('old ', '')}${LAST}`)
    await expect(page).toHaveURL(/version=\d+&moment=1/)
    await expect(page.getByRole('button', { name: /^Version 2/, pressed: true })).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(slider(page)).toBeFocused()
    await expect(text.locator('p')).toHaveText(present)
    await expect(page).not.toHaveURL(/moment/)
    await expect(status(page)).toHaveText('Kept')
    await text.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text.locator('p').last()).toHaveText(LAST)
  })

  test('a cut passage returns to where it stood, as one step of undo', async ({ write }) => {
    const { page, text, saved } = await openTimeLine(write)
    await slider(page).press('Home')
    const passage = moment(page, 1).getByRole('button', { name: `Bring back: ${CUT}` })
    await passage.focus()
    await page.keyboard.press('Enter')
    await expect(returned(page)).toBeVisible()
    await expect(passage).toBeHidden()
    await expect(moment(page, 1).locator('[data-bring-back]')).toHaveCount(1)

    await press(page, 'Back to now')
    const [first = '', ...rest] = present
    await expect(text.locator('p')).toHaveText([first, CUT, ...rest])
    await text.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text.locator('p')).toHaveText(present)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await saved()).toEqual([first, CUT, ...rest].map(paragraph))
  })

  test('cut words return by a click, and Undo works in the old text', async ({ write }) => {
    const { page, text } = await openTimeLine(write)
    await slider(page).press('Home')
    const words = moment(page, 1).getByRole('button', { name: 'Bring back: old' })
    await words.click()
    await expect(words).toBeHidden()
    await expect(moment(page, 1).getByRole('button', { name: /^Bring back/ })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(words).toBeVisible()
    await words.click()
    await expect(words).toBeHidden()

    await press(page, 'Back to now')
    await expect(slider(page)).toBeFocused()
    await expect(text.locator('p').first()).toHaveText(FIRST)
    await press(page, 'Save')
    await expect(page.getByRole('button', { name: /^Version 4/ })).toBeVisible()
    await expect(text).toBeVisible()
    await slider(page).press('ArrowLeft')
    await expect(moment(page, 4)).toBeVisible()
  })

  test('a title has its cut words, which return by a press, and Undo takes them back', async ({
    page,
    write,
  }) => {
    const typed = Promise.withResolvers<void>()
    await page.route('**/title-history*', (route) => typed.promise.then(() => route.continue()))
    const edits = [{ title: 'The old ferry' }, { title: 'The ferry' }]
    await write([paragraph(FIRST)], { edits, query: '?versions=1', isWhole: false })
    const title = page.getByLabel('Title', { exact: true })
    await title.focus()
    await page.keyboard.press('End')
    // Before the code of its undo is loaded.
    await page.keyboard.type(' home')
    typed.resolve()
    await slider(page).press('ArrowLeft')
    await slider(page).press('ArrowLeft')
    const heading = moment(page, 2).getByRole('heading', { level: 2 })
    await expect(heading.locator('ins')).toHaveText('added:  home')
    const words = heading.getByRole('button', { name: 'Bring back: old' })
    await words.focus()
    await page.keyboard.press('Enter')
    await expect(returned(page)).toBeVisible()
    await expect(words).toBeHidden()
    await expect(title).toHaveValue('The old ferry home')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(words).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(words).toBeHidden()

    await press(page, 'Back to now')
    for (const value of ['The ferry home', 'The ferry']) {
      await title.press('ControlOrMeta+z')
      await expect(title).toHaveValue(value)
    }
  })

  test('Enter on the slider saves nothing', async ({ write, site }) => {
    const { page, id, text } = await openTimeLine(write)
    await slider(page).press('Home')
    await slider(page).press('Enter')
    await slider(page).press('Escape')
    await expect(text).toContainText('Unsaved.')
    await expect(status(page)).toHaveText('Kept')
    await expectChanges(page)
    expect((await read(site, id)).version_number).toBe(3)
  })

  test('the version stays on the screen when its list of versions cannot be read again', {
    tag: '@slow',
  }, async ({ write }) => {
    const { page, saved } = await openTimeLine(write)
    await slider(page).press('Home')
    await expect(moment(page, 1)).toBeVisible()
    let refused = 0
    await page.route('**/trpc/*versions.timeline*', (route) => {
      refused++
      return route.abort()
    })
    await saved()
    // It is tried again twice.
    await expect.poll(() => refused).toBe(3)
    await nextFrame(page)
    await expect(moment(page, 1)).toBeVisible()
  })

  test('Undo works in the old text on a keyboard of another script', async ({ write }) => {
    const { page } = await openTimeLine(write)
    await slider(page).press('Home')
    const words = moment(page, 1).getByRole('button', { name: 'Bring back: old' })
    await words.click()
    await expect(words).toBeHidden()
    await page.evaluate(() => {
      const keys = { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys))
    })
    await expect(words).toBeVisible()
  })

  test('changes of formatting alone are marked and named', { tag: '@slow' }, async ({ write }) => {
    const bold = { type: 'paragraph', children: [{ text: 'Nobody ' }, { text: 'waves', bold: true }] }
    const { page } = await write([{ ...paragraph(FIRST), type: 'heading-two' }, bold], {
      edits: [{ content: [paragraph(FIRST), paragraph('Nobody waves')] }],
      query: '?versions=1',
    })
    await slider(page).press('Home')
    const prose = moment(page, 1).locator('.prose')
    await expect(prose).toMatchAriaSnapshot(`
      - text: "was Heading 2, now Text:"
      - heading "${FIRST}" [level=2]
      - paragraph:
        - text: "Nobody was bold:"
        - strong: waves
    `)
    await expect(prose.locator('.moment-note')).toHaveText(['was Heading 2, now Text', 'was bold'])
    await expectNoBarrierAt(page, [320, 1280])
  })

  test('a version gets a label, which the slider names, and loses it', async ({ write }) => {
    const { page } = await write(draft, { edits, query: '?versions=1' })
    await page.getByRole('button', { name: /^Version 1/ }).click()
    await page.getByLabel('Label').fill('before the edit by Njeri')
    await page.getByLabel('Label').press('Enter')
    await expect(page.getByRole('button', { name: /^Version 1/ })).toContainText('“before the edit by Njeri”')
    await slider(page).press('Home')
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /, “before the edit by Njeri”$/)
    await page.getByLabel('Label').fill('')
    await press(page, 'Set label')
    await expect(slider(page)).not.toHaveAttribute('aria-valuetext', /Njeri/)
  })

  test('on a phone it is a sheet, and the list gives way to the text; there is no barrier', async ({
    write,
  }) => {
    const { page } = await openTimeLine(write)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(page.getByRole('complementary', { name: 'Versions' })).toBeVisible()
    await slider(page).press('Home')
    await expect(page.getByRole('complementary', { name: 'Versions' })).toBeHidden()
    await expect(moment(page, 1).getByText('at dusk').first()).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Time line' })).toBeInViewport({ ratio: 1 })
    await expect(moment(page, 1).locator('ins').first()).toBeVisible()
    await expectNoBarrierAt(page, [320, 1280])
  })
})

test('beside an article, the slider shows versions and publications, and leads to the editor', {
  tag: '@slow',
}, async ({ page, site }) => {
  const id = await writeArticle(site.api, { title: 'A draft', content: draft })
  for (const data of edits) await site.api.put(`/admin/articles/${id}`, { data })
  await site.api.put(`/admin/articles/${id}/publish`)
  await site.api.put(`/admin/articles/${id}`, { data: { content: [paragraph(LAST)] } })
  await page.goto(`/admin/draft/${id}?versions=1`)
  await slider(page).press('ArrowLeft')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Version 4 of 5, .*, published$/)
  await slider(page).press('Home')
  await expect(moment(page, 1).locator('del').first()).toContainText('old ferry')
  await expect(page.getByRole('button', { name: /^Bring back/ })).toHaveCount(0)
  await expectNoBarrierAt(page, [320, 1280])

  await page.getByRole('link', { name: 'Open this moment in the editor' }).click()
  await expect(moment(page, 1).getByRole('button', { name: `Bring back: ${CUT}` })).toBeVisible()
})

test('a drag over many versions asks for the first and the last of them, and again after a failure', {
  tag: '@slow',
}, async ({ page, site }) => {
  const id = await writeArticle(site.api, { title: 'A draft', content: [paragraph('Version 1.')] })
  for (let version = 2; version <= 12; version++)
    await site.api.put(`/admin/articles/${id}`, { data: { content: [paragraph(`Version ${version}.`)] } })
  let isOnline = false
  let asked = 0
  const dragged = Promise.withResolvers<void>()
  await page.route(/trpc\/versions\.get/, async (route) => {
    asked += 1
    await dragged.promise
    return isOnline ? route.continue() : route.abort()
  })
  await page.goto(`/admin/draft/${id}?versions=1`)

  for (let left = 0; left < 10; left++) await slider(page).press('ArrowLeft')
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
  // A key after a pause asks, too.
  expect(asked).toBeLessThan(10)
  await expect(moment(page, 2)).toHaveAttribute('aria-busy', 'true')
  dragged.resolve()
  await expect(page.getByText('This version could not be loaded.')).toBeVisible()

  isOnline = true
  await press(page, 'Try again')
  await expect(moment(page, 2)).toContainText('2')
})
