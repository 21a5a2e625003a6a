import type { Page, Route } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

interface Clipboard {
  'text/html'?: string
  'text/plain'?: string
}

/** Writes texts to the real clipboard and pastes them by key. */
async function paste(page: Page, clipboard: Clipboard) {
  await page.evaluate(async (types) => {
    const blobs = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }, clipboard)
  await page.keyboard.press('ControlOrMeta+V')
}

const receipt = (page: Page) => page.locator('.paste-receipt')
const list = (...items: string[]) => ({
  type: 'bulleted-list',
  children: items.map((text) => ({ type: 'list-item', children: [{ text }] })),
})

const STORY = `<h2>The <b>ferry</b></h2><p>It leaves at <i>dusk</i>.</p><ul><li>one</li><li>two</li></ul>
  <table><tr><td>a</td><td>b</td></tr></table><p><a href="https://example.org/">Read on</a></p>`

test('HTML becomes blocks, the receipt summarizes the paste, and one undo reverts it', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write()

  await paste(page, { 'text/html': STORY, 'text/plain': 'The ferry' })

  await expect(receipt(page).getByRole('status')).toHaveText(
    'Pasted 1 heading, 1 list, 1 link. A table became lines of text.',
  )
  await expect(text.getByRole('heading', { level: 2 })).toHaveText('The ferry')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text).toHaveText('')
  await expect(receipt(page).getByRole('status')).toHaveText('')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  expect(await saved()).toEqual([
    { type: 'heading-two', children: [{ text: 'The ' }, { text: 'ferry', bold: true }] },
    {
      type: 'paragraph',
      children: [{ text: 'It leaves at ' }, { text: 'dusk', italic: true }, { text: '.' }],
    },
    list('one', 'two'),
    paragraph('a\u2003b'),
    {
      type: 'paragraph',
      children: [
        { text: '' },
        { type: 'link', url: 'https://example.org/', children: [{ text: 'Read on' }] },
        { text: '' },
      ],
    },
  ])
})

test('a paste before its code has loaded is not lost, and uses the clipboard of that moment', async ({
  page,
  write,
}) => {
  const held: Route[] = []
  await page.route('**/assets/insert-pasted-*.js', (route) => void held.push(route))
  const { text, saved } = await write([paragraph('Before.')], { isWhole: false })

  await page.keyboard.press('Enter')
  await paste(page, { 'text/html': '<h2>The ferry</h2><p>It <i>leaves</i>.</p>', 'text/plain': 'The ferry' })
  await expect.poll(() => held.length).toBe(1)
  await page.evaluate(() => navigator.clipboard.writeText('Something else'))
  await expect(text).toHaveText('Before.')
  await held[0]?.continue()

  await expect(receipt(page).getByRole('status')).toHaveText('Pasted 1 heading.')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text).toHaveText('Before.')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  expect(await saved()).toEqual([
    paragraph('Before.'),
    { type: 'heading-two', children: [{ text: 'The ferry' }] },
    { type: 'paragraph', children: [{ text: 'It ' }, { text: 'leaves', italic: true }, { text: '.' }] },
  ])
})

test('a paste is inserted at the caret: into the line, between its halves, over a selection', async ({
  write,
}) => {
  const { page, saved } = await write([paragraph('Night falls.')])
  const goBack = async (count: number) => {
    for (let step = 0; step < count; step++) await moveCaret(page, 'ArrowLeft')
  }

  await goBack('falls.'.length)
  await paste(page, { 'text/html': '<p>slowly </p>' })
  await paste(page, { 'text/html': '<b>and softly</b> ' })
  await moveCaret(page, 'End')
  await goBack(1)
  await paste(page, { 'text/html': '<p> at last</p><h3>Then</h3><p>nothing</p>' })
  for (const _letter of 'nothing') await moveCaret(page, 'Shift+ArrowLeft')
  await paste(page, { 'text/plain': 'silence' })

  expect(await saved()).toEqual([
    {
      type: 'paragraph',
      children: [{ text: 'Night slowly ' }, { text: 'and softly', bold: true }, { text: ' falls at last' }],
    },
    { type: 'heading-three', children: [{ text: 'Then' }] },
    paragraph('silence.'),
  ])
})

test('in a list paragraphs become items, and in code everything is text', async ({ write }) => {
  const code = { type: 'code-block', children: [{ type: 'code-line', children: [{ text: 'let a' }] }] }
  const { page, text, saved } = await write([list('one'), code, paragraph('After.')])

  await text.getByText('let a').click()
  await moveCaret(page, 'End')
  await paste(page, { 'text/html': '<b>= 1</b>\n<p>b</p>', 'text/plain': ' = 1\n  <b>' })
  await moveCaret(page, 'ControlOrMeta+Home')
  await moveCaret(page, 'End')
  await paste(page, { 'text/html': '<p>!</p><p>two</p><p>three</p>' })

  expect(await saved()).toEqual([
    list('one!', 'two', 'three'),
    {
      type: 'code-block',
      children: ['let a = 1', '  <b>'].map((line) => ({ type: 'code-line', children: [{ text: line }] })),
    },
    paragraph('After.'),
  ])
})

test('an address pasted over selected text becomes a link', async ({ write }) => {
  const { page, saved } = await write([paragraph('here')])

  for (const _letter of 'here') await moveCaret(page, 'Shift+ArrowLeft')
  await paste(page, { 'text/plain': 'https://example.org/a' })

  expect(await saved()).toEqual([
    {
      type: 'paragraph',
      children: [
        { text: '' },
        { type: 'link', url: 'https://example.org/a', children: [{ text: 'here' }] },
        { text: '' },
      ],
    },
  ])
})

test('the receipt converts a paste to plain text or Markdown, each as one undo step', async ({ write }) => {
  const { page, text } = await write([paragraph('Before.')])
  const button = (name: string) => receipt(page).getByRole('button', { name })
  const markdown = '# Night\n\n- **one**\n- two'

  await page.keyboard.press('Enter')
  await paste(page, { 'text/plain': markdown })
  await expect(receipt(page).getByRole('status')).toHaveText('Pasted as plain text. It looks like Markdown.')
  // Nothing is loaded then: it could fail, and words be typed meanwhile.
  await page.context().setOffline(true)
  await button('As Markdown').click()
  await expect(text.getByRole('heading', { level: 1 })).toHaveText('Night')
  await expect(text.getByRole('listitem')).toHaveText(['one', 'two'])
  await expect(receipt(page).getByRole('status')).toHaveText('Pasted as Markdown.')

  // In a list, Tab indents items.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(button('As plain text')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toContainText('- **one**')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text.getByRole('listitem')).toHaveText(['one', 'two'])
  await expect(button('Undo')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text).toContainText('- **one**')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(text).toHaveText('Before.')

  await paste(page, { 'text/html': '<h2>Gone</h2>' })
  await button('Undo').click()
  await expect(text).toHaveText('Before.')
  await paste(page, { 'text/html': '<h2>Kept</h2>' })
  await page.keyboard.type('a')
  await expect(button('Undo')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(receipt(page).getByRole('status')).toHaveText('')
})

test('five megabytes are refused, ten thousand levels are flattened, and no script runs', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text } = await write([paragraph('Kept.')])
  const styled =
    '<p style="margin:0cm"><span style="font-size:12.0pt;font-family:Georgia,serif">Night</span></p>'
  const evil =
    '<img src=x onerror="window.hit=1"><svg onload="window.hit=1"></svg><script>window.hit=1</script>' +
    '<a href="javascript:window.hit=1">link</a><math><mtext><xmp><img src=x onerror=window.hit=1></xmp></mtext></math>'
  // Chromium parses HTML that a page writes to the clipboard under the policy of the page, which allows no styles.
  const pasteUnparsed = (html: string) =>
    text.evaluate((field, data) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', data)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)

  await pasteUnparsed(`${'<div><span>'.repeat(10_000)}deep${evil}`)
  await expect(text).toContainText('deep')
  // The fields of the image are loaded when they are first shown.
  await expect(text).toContainText('Remove image')
  const before = await text.textContent()
  await pasteUnparsed(styled.repeat(55_000))
  await expect(receipt(page).getByRole('status')).toHaveText(
    /^Nothing was pasted. The text has too many parts/,
  )
  expect(await text.textContent()).toBe(before)

  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
})
