import { paragraph } from '../content.ts'
import { openFileChooser } from '../file-chooser.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const heading = (type: string, text: string) => ({ type, children: [{ text }] })

test('typing filters the slash menu, arrows move through it, Escape closes it, and one undo reverts it', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('The ferry')])
  const menu = page.getByRole('listbox', { name: 'Insert' })
  const active = menu.locator('[aria-selected=true]')

  // A slash within a word is text.
  await page.keyboard.type(' either/or')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(active).toHaveText(/Scene break/)
  await expect(menu.getByRole('group')).toHaveCount(3)
  await moveCaret(page, 'ArrowUp')
  await expect(active).toHaveText(/Code block/)
  await expect(text).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
  await page.keyboard.type('head')
  await moveCaret(page, 'ArrowDown')
  await expect(active).toHaveText(/Heading 2/)
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
  await page.keyboard.type('Dusk')
  await expect(text.locator('h2')).toHaveText('Dusk')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p').last()).toHaveText('/head')
  await expect(menu).toBeHidden()

  for (const _letter of '/head') await page.keyboard.press('Backspace')
  await page.keyboard.type('/')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.type('q')
  await expect(menu).toBeHidden()
  await expect(text).toBeFocused()
  expect(await saved()).toEqual([paragraph('The ferry either/or'), paragraph('/q')])
})

test('a slash typed while the code of the menu loads opens the menu afterwards', async ({ page, write }) => {
  const typed = Promise.withResolvers<void>()
  let asked = 0
  // Holds every request for it until the letters are typed.
  await page.route('**/assets/deferred-components-*.js', async (route) => {
    asked++
    await typed.promise
    await route.continue()
  })
  // The first request fails, and is retried.
  await page.route('**/assets/deferred-components-*.js', (route) => route.abort(), { times: 1 })
  const { text } = await write([], { isWhole: false })
  await page.keyboard.type('/quo')
  await expect(text).toHaveText('/quo')
  await expect.poll(() => asked).toBeGreaterThan(0)
  typed.resolve()

  await expect(page.getByRole('listbox', { name: 'Insert' }).getByRole('option')).toHaveText([/Quote/])
  await page.keyboard.press('Enter')
  await expect(text.locator('blockquote')).toHaveText('')
})

test('code gets its colours when the connection is back', async ({ page, write }) => {
  await page.route('**/assets/code-colours-*.js', (route) => route.abort(), { times: 1 })
  const line = { type: 'code-line', children: [{ text: 'const lamp = 1' }] }
  await write([{ type: 'code-block', language: 'javascript', children: [line] }], { isWhole: false })
  const keywords = () => [...(CSS.highlights.get('editor-code-keyword') ?? [])].map(String)
  await expect.poll(() => page.evaluate(keywords)).toEqual(['const'])
})

test('the button at an empty block opens the same menu, and a click inserts a block', async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  await page.getByRole('button', { name: 'Insert a block' }).click()
  await page.getByRole('option', { name: 'Quote' }).click()
  await expect(text).toBeFocused()
  await page.keyboard.type('Nobody looks twice.')
  await expect(text.locator('blockquote')).toHaveText('Nobody looks twice.')
  await expect(page.getByRole('button', { name: 'Insert a block' })).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/image')
  const chooser = await openFileChooser(page, () => page.keyboard.press('Enter'))
  expect(chooser.isMultiple()).toBe(true)
})

test('closing the menu of that button leaves no trace, and keeps typed text', async ({ write }) => {
  const { page, text, saved } = await write([paragraph('The ferry')])
  const button = page.getByRole('button', { name: 'Insert a block' })
  const menu = page.getByRole('listbox', { name: 'Insert' })
  const last = text.locator('p').last()
  await page.keyboard.press('Enter')
  await button.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(last).toHaveText('')
  await expect(text).toBeFocused()

  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('hea')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('vy.')
  await expect(last).toHaveText('heavy.')

  await page.keyboard.press('Enter')
  await button.click()
  await page.getByLabel('Title', { exact: true }).click()
  await expect(menu).toBeHidden()
  await expect(last).toHaveText('')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()

  await last.click()
  await button.click()
  await page.getByRole('option', { name: 'Quote' }).click()
  await expect(text.locator('blockquote')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('blockquote')).toHaveCount(0)
  await expect(last).toHaveText('')
  await page.keyboard.press('Backspace')
  expect(await saved()).toEqual([paragraph('The ferry'), paragraph('heavy.')])
})

test('Markdown becomes blocks and marks while typing, and undo restores the typed characters', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('')])
  await expect(page.getByRole('button', { name: 'Insert a block' })).toBeVisible()
  const line = async (typed: string) => {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('# ')
  await expect(text.locator('h1')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveText('# ')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await line('Night')
  await line('###### Ferry')
  await line('> Nobody waves.')
  await line('**bold** *thin* ~~gone~~ `code--` [here](https://example.org)')
  await line('[there](javascript:alert)')
  await page.keyboard.type('Rain--')
  await expect(text.locator('p').last()).toHaveText('Rain—')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p').last()).toHaveText('Rain--')
  await line(' and so on...')
  await line('---')
  await page.keyboard.type('- lamp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1. one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('```js')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a-- ...')
  expect(await saved()).toEqual([
    heading('heading-one', 'Night'),
    heading('heading-six', 'Ferry'),
    heading('block-quote', 'Nobody waves.'),
    {
      type: 'paragraph',
      children: [
        { text: 'bold', bold: true },
        { text: ' ' },
        { text: 'thin', italic: true },
        { text: ' ' },
        { text: 'gone', strikethrough: true },
        { text: ' ' },
        { text: 'code--', code: true },
        { text: ' ' },
        { type: 'link', url: 'https://example.org', children: [{ text: 'here' }] },
        { text: '' },
      ],
    },
    paragraph('[there](javascript:alert)'),
    paragraph('Rain-- and so on…'),
    paragraph('***'),
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'lamp' }] }] },
    { type: 'numbered-list', children: [{ type: 'list-item', children: [{ text: 'one' }] }] },
    {
      type: 'code-block',
      language: 'js',
      children: [{ type: 'code-line', children: [{ text: 'a-- ...' }] }],
    },
  ])
})

test('with slow key handling each letter is typed once, also one that closes a mark or a link', async ({
  write,
}) => {
  const { page, saved } = await write([paragraph('')])
  await page.evaluate(() => {
    // After these letters, a rule may change the text.
    const dawdle = ({ data }: Pick<InputEvent, 'data'>) => {
      const until = performance.now() + (/[)*-]/.test(data ?? '') ? 150 : 0)
      while (performance.now() < until);
    }
    document.addEventListener('input', dawdle, { capture: true })
  })
  await page.keyboard.type('[a](javascript:b)')
  await page.keyboard.press('Enter')
  await page.keyboard.type('c--')
  await page.keyboard.press('Enter')
  await page.keyboard.type('**b** and *i*, [n](https://example.org) end')
  expect(await saved()).toEqual([
    paragraph('[a](javascript:b)'),
    paragraph('c—'),
    {
      type: 'paragraph',
      children: [
        { text: 'b', bold: true },
        { text: ' and ' },
        { text: 'i', italic: true },
        { text: ', ' },
        { type: 'link', url: 'https://example.org', children: [{ text: 'n' }] },
        { text: ' end' },
      ],
    },
  ])
})
