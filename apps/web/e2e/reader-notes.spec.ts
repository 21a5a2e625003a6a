import type { Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { paragraph } from './content.ts'
import { expect, test } from './editor/test.ts'
import { type TestSite, write } from './test-site.ts'

test.use({ isShared: true })

const content = [
  paragraph('The ferry leaves at dusk. She lit the lamp and set it in the window.'),
  paragraph('In the morning the lamp was still burning.'),
  paragraph(`${'The lamp turns, '.repeat(4).slice(0, 59)}🌊🌊`),
]

let site: TestSite
let id: number

test.beforeAll(async ({ site: shared }) => {
  site = shared
  id = await write(site.api, { title: 'The Night Ferry', content })
})

/** @returns the path of a new preview */
async function preview(id: number): Promise<string> {
  const made = await (await site.api.post(`/admin/articles/${id}/previews`, { data: {} })).json()
  return new URL(made.data.url).pathname
}

/** Opens a new preview of the story. */
const openProof = async (page: Page) => page.goto(`${site.stack.url}${await preview(id)}`)

/** Writes a draft on which Njeri leaves notes. By default they say “Hm.” on the whole of it. */
async function writeWithNotes(draft: Parameters<typeof write>[1], notes: readonly object[]): Promise<number> {
  const id = await write(site.api, draft)
  const token = (await preview(id)).split('/').at(-1)
  for (const note of notes) {
    const data = { name: 'Njeri', text: 'Hm.', quote: '', prefix: '', suffix: '', ...note }
    await site.api.post(`/api/previews/${token}/notes`, { data })
  }
  return id
}

const notes = async (): Promise<Record<string, unknown>[]> =>
  (await (await site.api.get(`/admin/articles/${id}/notes`)).json()).data

/** Selects words in the first paragraph that has them, as the mouse does. */
const select = (page: Page, words: string) =>
  page.evaluate((words) => {
    for (const paragraph of document.querySelectorAll('.prose p')) {
      const text = paragraph.firstChild
      const start = paragraph.textContent?.indexOf(words) ?? -1
      if (text && start >= 0) return getSelection()?.setBaseAndExtent(text, start, text, start + words.length)
    }
  }, words)

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('own-notes') ?? [])].map((range) => String(range)))

test('a reader notes selected words, suggests others, and sees the note after a reload', {
  tag: '@journey',
}, async ({ reader: page }) => {
  await openProof(page)
  await select(page, 'the lamp')
  await page.getByRole('button', { name: 'Add a note on the selected words' }).click()
  const form = page.getByRole('dialog', { name: 'Add a note' })
  await expect(form.getByLabel('Note', { exact: true })).toBeFocused()
  await form.getByLabel('Note', { exact: true }).fill('A lantern?')
  await form.getByText('Suggest other words').click()
  await form.getByLabel('Your words instead of the quote').fill('the lantern')
  await form.getByLabel('Your name').fill('Njeri')
  await expectNoBarrier(page)
  await form.getByRole('button', { name: 'Send note' }).click()
  await expect(form).toBeHidden()

  expect((await notes()).at(-1)).toMatchObject({
    name: 'Njeri',
    text: 'A lantern?',
    suggestion: 'the lantern',
    quote: 'the lamp',
    prefix: 'The ferry leaves at dusk. She lit ',
  })
  await page.reload()
  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect(await marked(page)).toEqual(['the lamp'])
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await expect(form.getByLabel('Your name')).toHaveValue('Njeri')
})

for (const button of ['Add a note on the selected words', 'Add a note']) {
  test(`a note on a part of words, by “${button}”, is about the whole words, and then its button is gone`, async ({
    reader: page,
  }) => {
    await openProof(page)
    await select(page, 'rry leaves at d')
    const pill = page.getByRole('button', { name: 'Add a note on the selected words' })
    await expect(pill).toBeVisible()
    await page.getByRole('button', { name: button, exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Add a note' })
    await expect(form.getByRole('blockquote')).toHaveText('ferry leaves at dusk')
    await form.getByLabel('Note', { exact: true }).fill('Why so late?')
    await form.getByLabel('Your name').fill('Njeri')
    await form.getByRole('button', { name: 'Send note' }).click()
    await expect(page.getByText('Your notes (1)')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(pill).toBeHidden()
    expect((await notes()).at(-1)).toMatchObject({ quote: 'ferry leaves at dusk' })
  })
}

test('the keyboard is enough: a paragraph is chosen in the form', async ({ reader: page }) => {
  await openProof(page)
  await page.getByRole('button', { name: 'Add a note', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('About').selectOption({ label: '2. In the morning the lamp was still burning.' })
  await expect(page.getByLabel('About').locator('option').last()).toHaveText(/^3\. .{59}🌊…$/u)
  await page.getByLabel('Note', { exact: true }).fill('Lovely.')
  await page.getByLabel('Your name').fill('Wanjiru')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect((await notes()).at(-1)).toMatchObject({ quote: 'In the morning the lamp was still burning.' })
})

test('a note that could not be sent is not lost', async ({ reader: page }) => {
  await openProof(page)
  await page.route('**/api/previews/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('Who is she?')
  await page.getByLabel('Your name').fill('Njeri')
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByRole('alert')).toContainText('The note could not be sent.')
  await page.keyboard.press('Escape')

  await page.unroute('**/api/previews/**')
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Who is she?')
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect((await notes()).at(-1)).toMatchObject({ text: 'Who is she?', quote: '' })
})

test('the form keeps the place and the suggested words when it is opened again', async ({ reader: page }) => {
  await openProof(page)
  const button = page.getByRole('button', { name: 'Add a note', exact: true })
  await button.click()
  const place = { label: '2. In the morning the lamp was still burning.' }
  await page.getByLabel('About').selectOption(place)
  await page.getByText('Suggest other words').click()
  const suggestion = page.getByLabel('Your words instead of the quote')
  await suggestion.fill('At dawn the lamp still burned.')
  await page.keyboard.press('Escape')
  await button.click()
  await expect(page.getByLabel('About').locator('option:checked')).toHaveText(place.label)
  await expect(suggestion).toHaveValue('At dawn the lamp still burned.')
})

test('an answer that comes late leaves the note alone that is being written, and a late failure is said', async ({
  reader: page,
}) => {
  await openProof(page)
  const send = async (words: string) => {
    await page.getByRole('button', { name: 'Add a note', exact: true }).click()
    await page.getByLabel('Note', { exact: true }).fill(words)
    await page.getByLabel('Your name').fill('Njeri')
    const held = page.waitForRequest('**/api/previews/**')
    const answered = Promise.withResolvers<'continue' | 'abort'>()
    await page.route('**/api/previews/**', async (route) => route[await answered.promise](), { times: 1 })
    await page.getByRole('button', { name: 'Send note' }).click()
    await held
    await page.keyboard.press('Escape')
    return answered.resolve
  }
  const answer = await send('The first.')
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('The second.')
  answer('continue')
  await expect(page.getByText('Your notes (1)')).toBeVisible()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('The second.')
  await page.keyboard.press('Escape')

  const fail = await send('The third.')
  fail('abort')
  await expect(page.getByText('The note was not sent')).toBeVisible()
})

test('two tabs of previews both remember the notes that were sent from them', async ({
  reader: page,
  context,
}) => {
  await openProof(page)
  const other = await context.newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Add a note', exact: true }).click()
    await tab.getByLabel('Note', { exact: true }).fill('Who is she?')
    await tab.getByLabel('Your name').fill('Njeri')
    await tab.getByRole('button', { name: 'Send note' }).click()
    await expect(tab.getByText('Your notes (1)')).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText('Your notes (2)')).toBeVisible()
})

test('the writer finds notes beside their words, takes a suggestion as one step of undo, and resolves', {
  tag: '@journey',
}, async ({ page }) => {
  const [text = ''] = content.map(({ children }) => children[0]?.text)
  const on = (quote: string) => {
    const [prefix = '', suffix = ''] = text.split(quote)
    return { quote, prefix, suffix }
  }
  const id = await writeWithNotes({ title: 'Dusk', content }, [
    { ...on('the lamp'), suggestion: 'the lantern' },
    on('at dusk'),
  ])

  await page.goto(`${site.stack.url}/admin/draft/${id}`)
  await expect(page.getByText('Readers of a preview left 2 notes.')).toBeVisible()
  await page.getByRole('link', { name: 'Read the notes' }).click()
  const panel = page.getByRole('complementary', { name: 'Notes' })
  const cards = panel.getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toHaveAccessibleName('Note by Njeri on “at dusk”')
  const words = page.locator('.editor-content p').first()
  await expect.poll(() => painted(page)).toEqual(['at dusk', 'the lamp'])
  await expectNoBarrier(page)

  await panel.getByRole('button', { name: 'Take the suggestion' }).click()
  await expect(words).toContainText('She lit the lantern and')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: '1 note', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.locator('.editor-content').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(words).toContainText('She lit the lamp and')

  await words.click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Tonight ')
  await expect.poll(() => painted(page)).toEqual(['at dusk'])
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await expect(panel.getByText('No open notes')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(cards.first()).toHaveAccessibleName('Note by Njeri on “at dusk”')
})

test('a note stays at its words when the text on both sides changes before the browser is idle', async ({
  page,
}) => {
  const around = { prefix: 'The ferry leaves ', suffix: '. She lit the lamp and set it in the window.' }
  const id = await writeWithNotes({ title: 'Dusk', content }, [{ quote: 'at dusk', ...around }])
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      window.addEventListener('idle', () => run({ didTimeout: true, timeRemaining: () => 0 }), { once: true })
      return 0
    }
  })
  await page.goto(`/admin/draft/edit/${id}?notes=1`)
  await expect.poll(() => painted(page)).toEqual(['at dusk'])
  const text = page.locator('.editor-content p').first()
  await text.click()
  for (const words of ['small ', 'Tonight ']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Home')
  }
  await expect(text).toHaveText(/^Tonight The ferry leaves at dusk\. She .*small /)
  await page.evaluate(() => window.dispatchEvent(new Event('idle')))
  await page.getByRole('button', { name: 'Show “at dusk” in the text' }).click()
  await expect.poll(() => painted(page)).toEqual(['at dusk'])
})

test('the writer reads notes on words although the code that marks the words cannot be loaded', async ({
  page,
}) => {
  const words = { quote: 'lamp', prefix: 'She lit the ', suffix: ' and set' }
  const id = await writeWithNotes({ title: 'Dusk', content }, [{ text: 'A lantern?', ...words }])
  await page.route('**/assets/note-marks-*.js', (route) => route.abort())
  await page.goto(`/admin/draft/edit/${id}?notes=1`)
  const panel = page.getByRole('complementary', { name: 'Notes' })
  await expect(panel.getByRole('article', { name: 'Note by Njeri on “lamp”' })).toContainText('A lantern?')
  await panel.getByRole('button', { name: 'Resolve' }).click()
  await expect(panel.getByText('No open notes')).toBeVisible()
})

test('a taken suggestion keeps the footnote that its words refer to', async ({ page }) => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const children = [{ text: 'She lit the lamp' }, reference, { text: ' and set it in the window.' }]
  const footnote = { type: 'footnote', note: 'a', children: [{ text: 'An oil lamp.' }] }
  const draft = { title: 'Lamps', content: [{ type: 'paragraph', children }, footnote] }
  const words = { quote: 'lamp and set', prefix: 'She lit the ', suffix: ' it in the window.' }
  const id = await writeWithNotes(draft, [{ ...words, suggestion: 'lantern and put' }])
  await page.goto(`${site.stack.url}/admin/draft/edit/${id}?notes=1`)
  await page.getByRole('button', { name: 'Take the suggestion' }).click()
  const text = page.locator('.editor-content')
  await expect(text.locator('p')).toHaveText('She lit the lantern and put1 it in the window.')
  await expect(text.locator('.editor-footnote')).toHaveText('An oil lamp.')
})

test('a taken suggestion has the marks of the words that it replaces', async ({ page }) => {
  const children = [{ text: 'She lit the ' }, { text: 'old lamp', italic: true }, { text: '.' }]
  const draft = { title: 'Marks', content: [{ type: 'paragraph', children }] }
  const words = { quote: 'lamp', prefix: 'She lit the old ', suffix: '.' }
  const id = await writeWithNotes(draft, [{ ...words, suggestion: 'lantern' }])
  await page.goto(`${site.stack.url}/admin/draft/edit/${id}?notes=1`)
  await page.getByRole('button', { name: 'Take the suggestion' }).click()
  await expect(page.locator('.editor-content em')).toHaveText('old lantern')
})

test('a suggestion is taken once by two clicks, and where its words are after a letter typed just before', async ({
  page,
}) => {
  const words = { quote: 'lamp', prefix: 'She lit the ', suffix: ' and set it in the window.' }
  const take = page.getByRole('button', { name: 'Take the suggestion' })
  const text = page.locator('.editor-content p')
  async function open() {
    const draft = { title: 'Windows', content: [paragraph('She lit the lamp and set it in the window.')] }
    const id = await writeWithNotes(draft, [{ ...words, suggestion: 'lamplight' }])
    await page.goto(`/admin/draft/edit/${id}?notes=1`)
    await expect(take).toBeVisible()
  }
  await open()
  await take.dblclick()
  await expect(page.getByText('Note resolved')).toBeVisible()
  await expect(text).toHaveText('She lit the lamplight and set it in the window.')

  await open()
  await page.locator('.editor-content').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  // In one task, before the text is read again.
  await take.evaluate((button: HTMLElement) => {
    document.execCommand('insertText', false, 'Now ')
    button.click()
  })
  await expect(text).toHaveText('Now She lit the lamplight and set it in the window.')
})

test('the focus stays among the notes when one is opened again', async ({ page }) => {
  const id = await writeWithNotes({ title: 'Two notes', content }, [
    { text: 'Lovely.' },
    { text: 'Too long.' },
  ])
  for (const note of (await (await site.api.get(`/admin/articles/${id}/notes`)).json()).data)
    await site.api.post(`/admin/articles/${id}/notes/${note.id}/resolve`)
  await page.goto(`/admin/draft/edit/${id}?notes=1`)
  const panel = page.getByRole('complementary', { name: 'Notes' })
  await panel.getByText('Resolved (2)').click()
  await panel.getByRole('button', { name: 'Reopen' }).first().press('Enter')
  await expect(panel.getByText('Resolved (1)')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Reopen' })).toBeFocused()
  await panel.getByRole('button', { name: 'Reopen' }).press('Enter')
  await expect(panel.getByText(/^Resolved \(/)).toBeHidden()
  await expect(panel).toBeFocused()
})

test('the focus stays among the notes when the last one is resolved, and it can be opened again', async ({
  page,
}) => {
  const draft = { title: 'Two Lamps', content: [paragraph('One lamp. Two lamps.')] }
  const id = await writeWithNotes(draft, [{ text: 'Why?' }, { text: 'How?' }])
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(`/admin/draft/edit/${id}`)
  // The notes are shown by themselves where the details are not.
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.reload()
  const panel = page.getByRole('complementary', { name: 'Notes' })
  const resolve = panel.getByRole('button', { name: 'Resolve' })
  await resolve.first().press('Enter')
  await expect(panel.getByText('Resolved (1)')).toBeVisible()
  await resolve.press('Enter')
  await expect(panel.getByText('Resolved (2)')).toBeVisible()
  await expect(panel).toBeFocused()
})

test('on a phone, the words of a note are shown above the list of notes', async ({ page }) => {
  const many = Array.from({ length: 30 }, (_, index) =>
    paragraph(`Night ${index}. ${'The lamp turns. '.repeat(9)}`),
  )
  const text = many.map(({ children }) => children[0]?.text.trim()).join(' ')
  const notes = ['Night 2.', 'Night 9.', 'Night 15.', 'Night 22.'].map((quote) => {
    const [prefix = '', suffix = ''] = text.split(quote)
    return { text: 'Hm. '.repeat(40), quote, prefix: prefix.slice(-64), suffix: suffix.slice(0, 64) }
  })
  const id = await writeWithNotes({ title: 'Thirty Nights', content: many }, notes)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/draft/edit/${id}?notes=1`)
  await page.getByRole('button', { name: 'Show “Night 15.” in the text' }).click()
  const isSeen = () =>
    page.evaluate(() => {
      const [words] = CSS.highlights.get('editor-note-current') ?? []
      const panel = document.querySelector('#article-notes')?.getBoundingClientRect()
      const { top, bottom } = (words as Range).getBoundingClientRect()
      const toolbar = document.querySelector('.editor-controls')?.getBoundingClientRect()
      return top >= (toolbar?.bottom ?? 0) && bottom <= (panel?.top ?? 0)
    })
  await expect.poll(isSeen).toBe(true)
})

const painted = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('editor-note') ?? [])].map((range) => String(range)))

test('public pages load nothing of it', async ({ reader: page }) => {
  await site.api.put(`/admin/articles/${id}/publish`)
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { name: 'The Night Ferry' })).toBeVisible()
  await expect(page.locator('script[src*=notes], link[href*=notes]')).toHaveCount(0)
})
