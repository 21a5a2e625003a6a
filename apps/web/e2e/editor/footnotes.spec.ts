import { expectNoBarrier } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, extend, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const reference = (note: unknown) => ({ type: 'footnote-reference', note, children: [{ text: '' }] })
const footnote = (note: string, text: string) => ({ type: 'footnote', note, children: [{ text }] })
const story = [
  { type: 'paragraph', children: [{ text: 'One.' }, reference('a')] },
  { type: 'paragraph', children: [{ text: 'Two.' }, reference('b')] },
  footnote('a', 'First.'),
  footnote('b', 'Second.'),
]

test('a footnote is written by keyboard alone, numbered at once, and stored', { tag: '@journey' }, async ({
  write,
}) => {
  const { page, text, saved } = await write([paragraph('The ferry')])
  await page.keyboard.press('ControlOrMeta+Alt+f')
  await page.keyboard.type('See the timetable.')
  await page.keyboard.press('Escape')
  await page.keyboard.type(' leaves.')
  await expect(text.getByLabel('Footnote 1')).toBeVisible()
  await moveCaret(page, 'ControlOrMeta+Home')
  await page.keyboard.type('/foot')
  await expect(page.getByRole('option', { name: 'Footnote' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('A title.')
  await expect(text.locator('.editor-footnote').first()).toHaveAttribute('data-number', '1.')
  await expect(text.locator('.footnote-reference').last()).toHaveText('2')

  await expectNoBarrier(page, '.editor-content')
  const [body, ...notes] = await saved()
  const names = notes.map((note) => (note as { note: string }).note)
  expect(body).toMatchObject({
    children: [
      { text: '' },
      reference(names[0]),
      { text: 'The ferry' },
      reference(names[1]),
      { text: ' leaves.' },
    ],
  })
  expect(notes).toMatchObject([
    { children: [{ text: 'A title.' }] },
    { children: [{ text: 'See the timetable.' }] },
  ])
})

test('Backspace removes a reference with its footnote, and one undo brings both back', async ({ write }) => {
  const { page, text } = await write(story)
  await text.locator('p').first().click()
  await moveCaret(page, 'End')
  await page.keyboard.press('Backspace')
  await expect(text.locator('.editor-footnote')).toHaveText(['Second.'])
  await expect(text.locator('.footnote-reference')).toHaveText('1')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('.editor-footnote')).toHaveText(['First.', 'Second.'])
  await expect(text.locator('.footnote-reference').last()).toHaveText('2')
})

test('the keys to the end of the text, and a selection up to there, leave out its footnotes', async ({
  write,
}) => {
  const { page, text } = await write(story)
  await text.locator('p').first().click()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' The end.')
  await expect(text.locator('p').nth(1)).toHaveText('Two.2 The end.')
  await moveCaret(page, 'Home')
  await moveCaret(page, 'ControlOrMeta+Shift+End')
  await page.keyboard.press('Delete')
  await expect(text.locator('p')).toHaveText(['One.1', ''])
  await expect(text.locator('.editor-footnote')).toHaveText(['First.'])
})

test('a triple click selects the whole block, also on both sides of the number of a footnote', async ({
  write,
}) => {
  const { page, text } = await write([
    { type: 'paragraph', children: [{ text: 'One.' }, reference('a'), { text: ' Two.' }] },
    footnote('a', 'First.'),
  ])
  await text.getByText('Two.').click({ clickCount: 3 })
  await page.keyboard.type('Three.')
  await expect(text).toHaveText('Three.')
})

test('a copied passage brings its footnote along, and a cut one moves it', async ({ write }) => {
  const { page, text } = await write(story)
  await text.locator('p').first().click()
  await moveCaret(page, 'End')
  await extend(page, 'ArrowLeft', 3)
  await page.keyboard.press('ControlOrMeta+c')
  await text.locator('p').nth(1).click()
  await moveCaret(page, 'End')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(text.locator('.editor-footnote')).toHaveText(['First.', 'Second.', 'First.'])

  await text.locator('p').first().click()
  await moveCaret(page, 'End')
  await extend(page, 'ArrowLeft', 3)
  await page.keyboard.press('ControlOrMeta+x')
  await expect(text.locator('.editor-footnote')).toHaveText(['Second.', 'First.'])
})

test('a dragged passage moves with its footnote, and brings it along to other programs', async ({
  write,
}) => {
  const { page, text } = await write(story)
  await page.evaluate(() =>
    document.addEventListener('dragstart', ({ dataTransfer }) => {
      document.body.dataset.dragged = dataTransfer?.getData('text/plain')
    }),
  )
  const passage = text.locator('p').first()
  // The third click selects the line with its reference.
  await passage.click({ clickCount: 3, position: { x: 10, y: 10 } })
  await passage.dragTo(text.locator('p').nth(1), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 2, y: 10 },
  })
  await expect(text.locator('p').filter({ hasText: 'Two.' })).toHaveText('One.1Two.2')
  await expect(text.locator('.editor-footnote')).toHaveText(['First.', 'Second.'])
  await expect(page.locator('body')).toHaveAttribute('data-dragged', 'One.[1]\n\n[1] First.')
})

test('of a selection that goes on in a footnote, only the text is dragged', async ({ write }) => {
  const { page, text } = await write([...['Dusk.', 'Fog.', 'Rain.'].map(paragraph), ...story])
  const passage = text.locator('p').nth(4)
  await passage.click({ position: { x: 10, y: 10 } })
  await moveCaret(page, 'Home')
  await extend(page, 'ArrowRight', 8)
  await passage.dragTo(text.locator('p').first(), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 2, y: 10 },
  })
  await expect(text.locator('p').first()).toHaveText('Two.1Dusk.')
  await expect(text.locator('.editor-footnote')).toHaveText(['Second.', 'First.'])
})

test('for other programs, a copied passage has its notes at the end, and from there they are footnotes again', async ({
  write,
}) => {
  const { page, text } = await write(story)
  await page.evaluate(() =>
    document.addEventListener('copy', ({ clipboardData }) => {
      const types = ['text/plain', 'text/html'].map((type) => [type, clipboardData?.getData(type)])
      document.body.dataset.copied = JSON.stringify(Object.fromEntries(types))
    }),
  )
  const copied = async () => JSON.parse((await page.locator('body').getAttribute('data-copied')) ?? '{}')
  await text.locator('p').nth(1).click()
  await moveCaret(page, 'End')
  await moveCaret(page, 'Shift+Home')
  await page.keyboard.press('ControlOrMeta+c')
  expect((await copied())['text/plain']).toBe('Two.[1]\n\n[1] Second.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect((await copied())['text/plain']).toBe('One.[1]\nTwo.[2]\n\n[1] First.\n[2] Second.')

  const html = (await copied())['text/html']
  const other = await write([paragraph('Elsewhere.')])
  await other.text.evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
  await expect(other.text.locator('.editor-footnote')).toHaveText(['First.', 'Second.'])
  await expect(other.text.locator('.footnote-reference')).toHaveText(['1', '2'])
})
