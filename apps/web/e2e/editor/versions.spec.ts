import type { APIRequestContext, Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { write as writeArticle } from '../test-site.ts'
import { crash, press, read, readCopy, recovery, status } from './saving.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const UNCHANGED = 'Nobody asks where the ferry goes.'
const CUT = 'Only the lamplighter knew its name.'
/** Unique to one test, as all share one site. */
const HERON = 'The heron counted eleven bells.'

/** Saves texts one after the other. Each list becomes one version. */
async function saveVersions(api: APIRequestContext, id: number, ...versions: string[][]) {
  for (const texts of versions) {
    await api.put(`/admin/articles/${id}`, { data: { content: texts.map(paragraph) } })
  }
}

const versionsOf = (page: Page) => page.getByRole('complementary', { name: 'Versions' })

test('arrow keys move through versions, which are compared word by word and reverted to', {
  tag: '@journey',
}, async ({ page, site }) => {
  const content = [paragraph('The ferry leaves at dusk.'), paragraph(UNCHANGED)]
  const id = await writeArticle(site.api, { title: 'A draft', content })
  await saveVersions(
    site.api,
    id,
    ['The ferry sails at dusk.', UNCHANGED, CUT],
    ['The ferry sails at dusk.', UNCHANGED],
  )
  await page.goto(`/admin/draft/${id}?versions=1`)
  const panel = versionsOf(page)
  await panel.getByRole('button', { name: /^Version 3/ }).click()
  await moveCaret(page, 'ArrowDown')
  await expect(panel.getByRole('button', { name: /^Version 2/, pressed: true })).toBeFocused()
  await expect(panel.getByRole('button', { name: /^Version 2/ })).toContainText('17 words')

  await page.getByLabel('Compare with…').selectOption({ label: 'The version before' })
  const comparison = page.getByRole('region', { name: 'From version 1 to version 2' })
  await expect(comparison.locator('del')).toHaveText('removed: leaves ')
  await expect(comparison.locator('ins').filter({ hasText: 'sails' })).toHaveText('added: sails ')
  await expect(comparison.locator('ins.diff-block')).toContainText(CUT)
  await page.getByRole('button', { name: 'Only changes' }).click()
  await expect(comparison.getByText(UNCHANGED)).toBeHidden()
  await expect(comparison.getByRole('button', { name: '1 unchanged paragraph' })).toBeVisible()

  await panel.getByRole('button', { name: 'Revert to this version' }).click()
  await expect(page.getByText('Version reverted successfully')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Version 4/ })).toContainText('Reverted to version 2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('button', { name: /^Version 5/ })).toContainText('Reverted to version 3')
})

test('after a revert by keyboard the focus is on the heading', { tag: '@slow' }, async ({
  page,
  site,
  write,
}) => {
  const edits = [{ content: [paragraph('The ferry sails.')] }]
  const { id } = await write([paragraph('The ferry leaves.')], { edits })
  for (const address of [`/admin/draft/${id}?versions=1`, `/admin/draft/edit/${id}?versions=1`]) {
    await page.goto(address)
    await versionsOf(page)
      .getByRole('button', { name: /^Version 1/ })
      .press('Enter')
    await page.getByRole('button', { name: 'Revert to this version' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await site.api.put(`/admin/articles/${id}`, { data: edits[0] })
  }
})

test('the focus is not lost with the button that shows the oldest versions', async ({ page, write }) => {
  const edits = Array.from({ length: 51 }, (_, night) => ({ title: `Night ${night}` }))
  const { id } = await write([paragraph('The ferry leaves.')], { edits })
  await page.goto(`/admin/draft/${id}?versions=1`)
  const button = page.getByRole('button', { name: 'Show older versions' })
  await button.press('Enter')
  await expect(versionsOf(page).getByRole('button', { name: /^Version 1 / })).toBeVisible()
  await expect(button).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a removed passage is found and inserted into the draft, as one undo step', { tag: '@slow' }, async ({
  page,
  site,
  write,
}) => {
  const { id, text, saved } = await write([paragraph('One.'), paragraph(HERON), paragraph('Two.')])
  await saveVersions(site.api, id, ['One.', 'Two.'])

  await page.goto('/admin/versions')
  await page.getByLabel('Search old versions').fill('hero')
  const passage = page.getByRole('list', { name: 'Passages' }).getByRole('listitem')
  await expect(passage.locator('mark')).toHaveText('heron')
  await expect(passage).toContainText('Lived in version 1; cut in version 2')
  await passage.getByRole('link', { name: 'Open version 1' }).click()
  await expect(page.getByRole('article')).toContainText(HERON)

  await page.goto(`/admin/draft/edit/${id}?versions=1`)
  await text.getByText('One.').click()
  await versionsOf(page).getByLabel('Search old versions').fill('bells heron')
  const insert = versionsOf(page).getByRole('button', { name: 'Insert into the draft' })
  await page.route('**/versions.get*', (route) => route.abort())
  await insert.click()
  await expect(page.getByText('Failed to fetch versions')).toBeVisible()
  await page.unrouteAll()
  await insert.click()
  await expect(text.locator('p')).toHaveText(['One.', HERON, 'Two.'])
  await expect(text).toBeFocused()
  await page.keyboard.type(' Twice.')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveText(['One.', 'Two.'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  expect(await saved()).toEqual([paragraph('One.'), paragraph(HERON), paragraph('Two.')])
})

test('the draft is compared with an old version, whose blocks can be restored', async ({ page, write }) => {
  const edits = [{ content: [paragraph('One.')] }]
  const { text } = await write([paragraph('One.'), paragraph(CUT)], { edits, query: '?versions=1' })
  await versionsOf(page)
    .getByRole('button', { name: /^Version 1/ })
    .click()
  await page.getByLabel('Compare with…').selectOption({ label: 'The text in the editor' })
  const comparison = page.getByRole('region', { name: 'From version 1 to the text in the editor' })
  await expect(comparison.locator('del.diff-block')).toContainText(CUT)

  await text.click()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' Typed now.')
  await expect(comparison.locator('ins')).toContainText('Typed now')
  await comparison.getByRole('button', { name: 'Insert into the draft' }).last().click()
  await expect(text.locator('p')).toHaveText(['One. Typed now.', CUT])
  await expect(comparison.locator('del.diff-block')).toHaveCount(0)
})

test('a restored block brings the footnote along that it refers to', async ({ page, write }) => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const cut = { type: 'paragraph', children: [{ text: CUT }, reference] }
  const footnote = { type: 'footnote', note: 'a', children: [{ text: 'A heron.' }] }
  const edits = [{ content: [paragraph('One.')] }]
  const { text } = await write([paragraph('One.'), cut, footnote], { edits, query: '?versions=1' })
  await versionsOf(page)
    .getByRole('button', { name: /^Version 1/ })
    .click()
  await page.getByLabel('Compare with…').selectOption({ label: 'The text in the editor' })
  const comparison = page.getByRole('region', { name: 'From version 1 to the text in the editor' })
  await comparison.getByRole('button', { name: 'Insert into the draft' }).first().click()
  await expect(text.locator('p')).toHaveText(['One.', `${CUT}1`])
  await expect(text.locator('.editor-footnote')).toHaveText(['A heron.'])
})

test('a revert waits for the running autosave, whose text is stashed and not opened', async ({
  write,
  site,
}) => {
  const edits = [{ content: [paragraph('The ferry sails.')] }]
  const { page, id, text } = await write([paragraph('The ferry leaves.')], { edits, query: '?versions=1' })
  const sent = Promise.withResolvers<void>()
  const sending = Promise.withResolvers<void>()
  await page.route('**/trpc/workingCopies.put*', async (route) => {
    sending.resolve()
    await sent.promise
    await route.continue()
  })
  await text.click()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' Nobody waves.')
  await sending.promise
  await versionsOf(page)
    .getByRole('button', { name: /^Version 1/ })
    .click()
  await press(page, 'Revert to this version')
  await expect(page.getByText('Version reverted successfully')).toBeVisible()
  sent.resolve()
  await expect(text).toHaveText('The ferry leaves.')
  await expect(recovery(page)).toBeVisible()
  await expect.poll(async () => (await readCopy(site, id)).status()).toBe(404)
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('a revert stashes unsaved text: Undo restores it, and after a crash it is offered', {
    tag: '@slow',
  }, async ({ write, context, site }) => {
    const edits = [{ content: [paragraph('The ferry sails.')] }]
    const { page, id, text } = await write([paragraph('The ferry leaves.')], { edits, query: '?versions=1' })
    await text.click()
    await moveCaret(page, 'ControlOrMeta+End')
    await page.keyboard.type(' Nobody waves.')
    const unsaved = 'The ferry sails. Nobody waves.'
    const revert = async () => {
      await versionsOf(page)
        .getByRole('button', { name: /^Version 1/ })
        .click()
      await press(page, 'Revert to this version')
      await expect(text).toHaveText('The ferry leaves.')
      await expect(recovery(page)).toContainText('kept on this device')
    }
    await revert()
    await page.getByText('Undo', { exact: true }).click()
    await expect(text).toHaveText(unsaved)
    await expect(recovery(page)).toBeHidden()
    await expect(status(page)).toHaveText('Kept')
    expect((await read(site, id)).content).toEqual([paragraph('The ferry sails.')])

    await revert()
    await crash(page)
    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await press(again, 'Show changes')
    await expect(recovery(again)).toContainText('Nobody waves.')
  })

  test('an unanswered question is asked again', { tag: '@slow' }, async ({ write, context, site }) => {
    const { page, id } = await write([paragraph('The ferry leaves.')])
    await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
    await page.keyboard.type(' Nobody waves.')
    await expect(status(page)).toHaveText('Offline, kept on this device')
    await crash(page)
    await saveVersions(site.api, id, ['The ferry leaves. Somebody waves.'])
    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(recovery(again)).toBeVisible()
    await expect(again.locator('[contenteditable]').first()).toHaveText('The ferry leaves. Somebody waves.')
    await again.getByRole('link', { name: 'Articles', exact: true }).first().click()
    await expect(again.getByRole('heading', { name: 'Articles' })).toBeVisible()
    await again.goBack()
    await expect(recovery(again)).toBeVisible()
    await press(again, 'Restore')
    await press(again, 'Keep what is chosen')
    await expect(again.locator('[contenteditable]').first()).toContainText('Nobody waves.')
  })
})
