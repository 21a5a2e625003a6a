import { expect, moveCaret, paragraph, test } from './test.ts'

const heading = (type: string, text: string) => ({ type, children: [{ text }] })

test('the slash menu is narrowed by typing, walked with arrows, closed with Escape, and undone in one step', async ({
  write,
}) => {
  const { page, text, saved } = await write([paragraph('The ferry')])
  const menu = page.getByRole('listbox', { name: 'Insert' })
  const active = menu.locator('[aria-selected=true]')

  // Within a word a slash is a slash.
  await page.keyboard.type(' either/or')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(active).toHaveText(/Text/)
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

test('the button at an empty block opens the same menu, and a press inserts', async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  await page.getByRole('button', { name: 'Insert a block' }).click()
  await page.getByRole('option', { name: 'Quote' }).click()
  await expect(text).toBeFocused()
  await page.keyboard.type('Nobody looks twice.')
  await expect(text.locator('blockquote')).toHaveText('Nobody looks twice.')
  await expect(page.getByRole('button', { name: 'Insert a block' })).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/image')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await chooser
})

test('Markdown becomes blocks and marks while it is typed, and undo gives back what was typed', async ({
  write,
}) => {
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
