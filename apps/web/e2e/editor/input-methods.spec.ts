import type { CDPSession, Locator, Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, nextFrame, openBar, test } from './test.ts'

test.use({ isShared: true })

/** Words with the steps of their composition. The comma and Enter belong to the input method, and Enter ends it. */
const WORDS = [
  ['に', 'にほん', '日本'],
  ['ni', 'ni hao', '你好'],
  ['ㅎ', '하', '한'],
  ['´', 'é'],
] as const
const COMPOSED = WORDS.map((steps) => steps.at(-1)).join('')

async function compose(page: Page, session: CDPSession, steps: readonly string[]): Promise<void> {
  for (const text of steps) {
    await pressComposing(session, 'Process')
    const caret = { selectionStart: text.length, selectionEnd: text.length }
    await session.send('Input.imeSetComposition', { text, ...caret })
    await nextFrame(page)
  }
  for (const key of [',', 'Enter']) await pressComposing(session, key)
  await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 229 })
  await nextFrame(page)
}

const pressComposing = (session: CDPSession, key: string) =>
  session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })

interface Row {
  field: string
  /** Makes the field ready for typing. */
  open(page: Page): Promise<Locator>
  /** What Enter does when nothing is being composed. */
  entered?(page: Page): Promise<void>
}

const content = (page: Page) => page.locator('[contenteditable]').first()
const chips = (page: Page) => page.getByRole('button', { name: /^Remove (?!image)/ })
const openFind = async (page: Page) => {
  await openBar(page, 'ControlOrMeta+h')
  return page.getByRole('textbox', { name: 'Find' })
}

const ROWS: Row[] = [
  {
    field: 'the title',
    open: async (page) => page.getByLabel('Title', { exact: true }),
    entered: (page) => expect(content(page)).toBeFocused(),
  },
  { field: 'the excerpt', open: async (page) => page.getByLabel('Excerpt', { exact: true }) },
  {
    field: 'the tags',
    open: async (page) => page.getByRole('combobox', { name: 'Tags' }),
    entered: (page) => expect(chips(page)).toHaveCount(1),
  },
  { field: 'the find bar', open: openFind },
  {
    field: 'the replacement',
    open: async (page) => {
      await (await openFind(page)).fill('Rain')
      return page.getByLabel('Replace with')
    },
    entered: (page) => expect(content(page)).toContainText(COMPOSED),
  },
  { field: 'the text', open: async (page) => content(page) },
]

for (const { field, open, entered } of ROWS) {
  test(`in ${field}, Enter that ends a composition does nothing else`, async ({ write }) => {
    const { page } = await write([paragraph('Rain.'), paragraph('')])
    const input = await open(page)
    const isText = field === 'the text'
    if (!isText) await input.fill('')
    const session = await page.context().newCDPSession(page)
    for (const steps of WORDS) {
      await compose(page, session, steps)
      // Safari sends the Enter that accepts after the composition. Lexical heeds that by the browser's name.
      if (!isText) await pressComposing(session, 'Enter')
    }
    await expect(input).toBeFocused()
    if (isText) await expect(input.locator('p')).toHaveText(['Rain.', COMPOSED])
    else await expect(input).toHaveValue(COMPOSED)
    await expect(content(page).locator('p')).toHaveText(['Rain.', isText ? COMPOSED : ''])
    await expect(chips(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await entered?.(page)
  })
}

test('in the slash menu, Enter that ends a composition chooses nothing', async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Insert' })
  await expect(menu).toBeVisible()
  await compose(page, await page.context().newCDPSession(page), ['q', 'qu', 'quote'])
  await expect(text).toHaveText('/quote')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(text.locator('blockquote')).toBeVisible()
})

test('a composition does not make the toolbar of selected text', async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  const made = await page.evaluateHandle(() => {
    const toolbars: Node[] = []
    const isToolbar = (node: Node) => node instanceof Element && node.matches('.editor-floating')
    new MutationObserver((changes) =>
      toolbars.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].filter(isToolbar))),
    ).observe(document.body, { subtree: true, childList: true })
    return toolbars
  })
  const session = await page.context().newCDPSession(page)
  for (const steps of WORDS) await compose(page, session, steps)
  await expect(text).toHaveText(COMPOSED)
  expect(await made.evaluate(({ length }) => length)).toBe(0)
  await page.keyboard.press('ControlOrMeta+a')
  await expect.poll(() => made.evaluate(({ length }) => length)).toBe(1)
})

test('Escape that cancels a composition leaves focus mode as it is', async ({ write }) => {
  const { page } = await write([paragraph('Rain.')])
  await page.keyboard.press('ControlOrMeta+.')
  const exit = page.getByRole('button', { name: 'Exit Focus' })
  await expect(exit).toBeVisible()
  await page.getByLabel('Title', { exact: true }).focus()
  await pressComposing(await page.context().newCDPSession(page), 'Escape')
  await nextFrame(page)
  await expect(exit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(exit).toBeHidden()
})
