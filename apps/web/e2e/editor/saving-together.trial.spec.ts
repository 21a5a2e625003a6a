import { paragraph } from '../content.ts'
import { signIn } from '../test-site.ts'
import {
  addColleague,
  body,
  crash,
  open,
  press,
  read,
  readCopy,
  recovery,
  save,
  status,
  updated,
} from './saving.ts'
import { expect, moveCaret, test } from './test.ts'

// Concurrent editing overwrites nothing.

test('two windows that change different places both keep their changes', async ({ write, context, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  const other = await context.newPage()
  await open(other, id)
  await page.keyboard.type(' The lamp goes out.')
  await save(page)
  await expect(updated(page)).toBeVisible()

  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('At dusk: ')
  await save(other)
  await expect(other.getByText('Merged with what was saved meanwhile')).toBeVisible()
  await expect(other.getByText('New in your text: 1 block.')).toBeVisible()
  await expect(updated(other)).toBeVisible()
  const merged = ['At dusk: The ferry leaves.', 'Nobody waves. The lamp goes out.'].map(paragraph)
  expect((await read(site, id)).content).toEqual(merged)
  await other.keyboard.type('today, ')
  await expect(body(other).locator('p').first()).toHaveText('At dusk: today, The ferry leaves.')
})

test('two windows with unsaved text take over from each other, and overwrite nothing', async ({
  write,
  context,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  const other = await context.newPage()
  await open(other, id)
  await page.keyboard.type(' The lamp goes out.')
  await expect(status(page)).toHaveText('Kept')
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('At dusk: ')
  await expect(other.getByText('Merged with your other window')).toBeVisible()
  await expect(status(other)).toHaveText('Kept')

  await page.keyboard.type(' It rains.')
  await expect(page.getByText('Merged with your other window')).toBeVisible()
  await expect(status(page)).toHaveText('Kept')
  const both = ['At dusk: The ferry leaves.', 'Nobody waves. The lamp goes out. It rains.'].map(paragraph)
  expect((await (await readCopy(site, id)).json()).content).toEqual(both)
  expect((await read(site, id)).version_number).toBe(1)

  // Text that each has taken over from the other is no conflict.
  await save(page)
  await expect(updated(page)).toBeVisible()
  await other.keyboard.type('today, ')
  await expect(status(other)).toHaveText('Kept')
  await save(other)
  await expect(other.getByText('Merged with what was saved meanwhile')).toBeVisible()
  await expect(updated(other)).toBeVisible()
  const all = ['At dusk: today, The ferry leaves.', 'Nobody waves. The lamp goes out. It rains.'].map(
    paragraph,
  )
  expect((await read(site, id)).content).toEqual(all)
})

test('a merge with the other window leaves the focus in the field that is being written', async ({
  write,
  context,
}) => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const { page, id } = await write([
    { type: 'paragraph', children: [{ text: 'The ferry' }, reference, { text: ' leaves.' }] },
    { type: 'footnote', note: 'a', children: [{ text: 'At dusk.' }] },
  ])
  const other = await context.newPage()
  await open(other, id)
  await moveCaret(page, 'ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+Alt+f')
  await page.keyboard.type('A note.')
  await expect(status(page)).toHaveText('Kept')
  const excerpt = other.getByLabel('Excerpt', { exact: true })
  await excerpt.focus()
  await other.keyboard.type('A night')
  await expect(other.getByText('Merged with your other window')).toBeVisible()
  await other.keyboard.type(' at sea')
  await expect(excerpt).toHaveValue('A night at sea')
  await expect(excerpt).toBeFocused()
  await expect(body(other).locator('.editor-footnote')).toHaveText(['A note.', 'At dusk.'])
})

test('when two windows change the same place, one does not copy its text to the server until the other has saved', async ({
  write,
  context,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const other = await context.newPage()
  await open(other, id)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Kept')
  await other.keyboard.type(' Somebody waves.')
  await expect(other.getByText('Kept on this device only')).toBeVisible()
  await expect(status(other)).toHaveText('Not kept yet')
  const copy = await (await readCopy(site, id)).json()
  expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])

  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(status(other)).toHaveText('Kept')
  await save(other)
  await press(other, 'Keep what is chosen')
  await expect(updated(other)).toBeVisible()
  const all = ['The ferry leaves. Somebody waves.', 'The ferry leaves. Nobody waves.'].map(paragraph)
  expect((await read(site, id)).content).toEqual(all)
})

test('two people who change the same place choose, and every change is reported', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  const token = await signIn(site.stack, await addColleague(site))
  await page.keyboard.type(' Mine.')
  await page.getByLabel('Title', { exact: true }).fill('My title')
  const theirs = [paragraph('The ferry leaves.'), paragraph('Nobody waves. Theirs.')]
  await site.api.put(`/admin/articles/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { title: 'Their title', content: theirs, base_version: 1 },
  })
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'The same place was changed twice' })
  await expect(dialog.getByText('Their title')).toBeVisible()
  await press(page, 'Decide later')
  await expect(status(page)).toHaveText('Conflict')
  expect((await read(site, id)).title).toBe('Their title')

  await save(page)
  await dialog.getByRole('group', { name: 'Keep of Title' }).getByRole('button', { name: 'Theirs' }).click()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  const article = await read(site, id)
  expect(article.title).toBe('Their title')
  expect(article.content).toEqual(
    ['The ferry leaves.', 'Nobody waves. Mine.', 'Nobody waves. Theirs.'].map(paragraph),
  )
})

test('a window that is opened again after a crash keeps what another device has written meanwhile', async ({
  write,
  context,
  site,
}) => {
  const { page, id } = await write([paragraph('Rain.'), paragraph('The ferry leaves.')])
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('At dusk: ')
  await expect(status(page)).toHaveText('Kept')
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)
  const { revision, title, content } = await (await readCopy(site, id)).json()
  const data = { revision, base_version: 1, title, content: [...content, paragraph('The lamp goes out.')] }
  await site.api.put(`/admin/articles/${id}/working-copy`, { data })

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  const all = ['At dusk: Rain.', 'The ferry leaves. Nobody waves.', 'The lamp goes out.']
  await expect(body(again).locator('p')).toHaveText(all)
  await expect(status(again)).toHaveText('Kept')
  expect((await (await readCopy(site, id)).json()).content).toEqual(all.map(paragraph))
})

test('text left by a crash is offered when the version that it is based on cannot be read', async ({
  write,
  context,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)
  await site.api.put(`/admin/articles/${id}`, { data: { title: 'Theirs', working_copy_revision: 0 } })

  const again = await context.newPage()
  await again.route('**/trpc/*versions.list*', (route) => route.abort())
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(recovery(again)).toBeVisible()
  await again.unrouteAll()
  await press(again, 'Restore')
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
})
