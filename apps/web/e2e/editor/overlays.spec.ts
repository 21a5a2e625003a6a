import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { admin, signIn } from '../test-site.ts'
import { choose, holdUploads } from './images.ts'
import { body, chooseMore, more, open, save, status, takeSession, updated } from './saving.ts'
import { extend, moveCaret, test } from './test.ts'

test.use({ isShared: true })

// Overlays have no barrier and need no pointer: the focus moves in, stays, and returns.

const WIDTHS = [320, 1280]

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** Expects no barrier, and Tab to cycle within the overlay. */
async function expectHeld(page: Page, dialog: Locator, within = '[role=alertdialog]') {
  const isWithin = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect(dialog).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS, within)
  for (let presses = 0; presses < 8; presses++) {
    await expect.poll(isWithin).toBe(true)
    await page.keyboard.press('Tab')
  }
}

test('a long comparison opens at its beginning, and is scrolled by key', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const content = Array.from({ length: 60 }, (_, turn) => paragraph(`Turn ${turn} of the lamp.`))
  const working = { base_version: 1, title: 'A draft', content }
  await site.api.put(`/admin/articles/${id}/working-copy`, { data: working })
  await page.reload()
  await chooseMore(page, 'Compare')

  const dialog = page.getByRole('dialog', { name: 'Your changes' })
  await expect(dialog.getByRole('heading', { name: 'Your changes' })).toBeInViewport()
  await expect(dialog).toBeFocused()
  await page.keyboard.press('End')
  await expect(dialog.getByText('Turn 59 of the lamp.')).toBeInViewport()
})

test('the choice between two texts', { tag: '@slow' }, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Mine.')
  const theirs = { title: 'Theirs', content: [paragraph('The ferry leaves. Theirs.')], base_version: 1 }
  await site.api.put(`/admin/articles/${id}`, { data: theirs })
  const button = page.getByRole('button', { name: 'Save', exact: true })
  await tabAndPress(page, button)
  const dialog = page.getByRole('alertdialog', { name: 'The same place was changed twice' })
  await expectHeld(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await tabAndPress(page, dialog.getByRole('button', { name: 'Keep what is chosen' }))
  await expect(updated(page)).toBeVisible()
})

test('the question before leaving', { tag: '@slow' }, async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await holdUploads(page)
  await choose(page, await drawing('ferry.png'))
  await expect(page.getByRole('progressbar', { name: 'Uploading ferry.png' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Dashboard' }).first()
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Leave and lose changes?' })
  await expectHeld(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})

test('the slash menu, the form for links and the receipt of a paste', { tag: '@slow' }, async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS, '.editor')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')

  await moveCaret(page, 'End')
  await extend(page, 'ArrowLeft', 'leaves.'.length)
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Link URL' })
  await expect(field).toBeFocused()
  await page.keyboard.type('javascript:')
  await tabAndPress(page, page.getByRole('button', { name: 'Apply' }))
  await expect(page.getByText('This URL cannot be linked to.')).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS, '.editor')
  await tabAndPress(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(text).toBeFocused()

  await moveCaret(page, 'ControlOrMeta+End')
  await page.evaluate(async () => {
    const html = new Blob(['<h2>Dusk</h2><table><tr><td>a</td></tr></table>'], { type: 'text/html' })
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': html })])
  })
  await page.keyboard.press('ControlOrMeta+v')
  const receipt = page.getByRole('group', { name: 'Paste' })
  await expect(receipt).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS, '.editor')
  await tabAndPress(page, receipt.getByRole('button', { name: 'Close' }))
  await expect(receipt).toBeHidden()
  await expect(text).toBeFocused()
})

test('the comparison of versions, and a passage to insert', { tag: '@slow' }, async ({ write }) => {
  const edits = [{ content: [paragraph('The ferry sails.')] }]
  const content = [paragraph('The ferry leaves.'), paragraph('Nobody waves.')]
  const { page, text } = await write(content, { edits, query: '?versions=1' })
  const panel = page.getByRole('complementary', { name: 'Versions' })
  await tabAndPress(page, panel.getByRole('button', { name: /^Version 1/ }), { within: 80 })
  await tabTo(page, page.getByLabel('Compare with…'))
  await page.getByLabel('Compare with…').selectOption({ label: 'The text in the editor' })
  const comparison = page.getByRole('region', { name: 'From version 1 to the text in the editor' })
  await expect(comparison.locator('del.diff-block')).toContainText('Nobody waves.')
  await expectNoBarrierAt(page, WIDTHS, '[aria-label="Versions"]')
  await tabAndPress(page, comparison.getByRole('button', { name: 'Insert into the draft' }).last())
  await expect(text).toContainText('Nobody waves.')
  await expect(text).toBeFocused()

  await page.getByRole('searchbox', { name: 'Search old versions' }).fill('waves')
  await expect(panel.getByRole('list', { name: 'Passages' }).locator('mark')).toHaveText('waves')
  await expectNoBarrierAt(page, WIDTHS, '[aria-label="Versions"]')
  await tabAndPress(page, panel.getByRole('button', { name: /^Insert/ }).first())
  await expect(text).toBeFocused()
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('signing in over the text', { tag: '@slow' }, async ({ write, site }) => {
    const { page } = await write([paragraph('The ferry leaves.')])
    const token = await signIn(site.stack, admin)
    await takeSession(page, token)
    await page.keyboard.type(' Nobody waves.')
    await site.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
    await save(page)
    const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
    await expectHeld(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // A click on Save leaves the caret in the text.
    await expect(body(page)).toBeFocused()
  })

  test('the menu with more, and the comparison of what is not in a version', { tag: '@slow' }, async ({
    write,
    context,
  }) => {
    const { page, id } = await write([paragraph('The ferry leaves.')])
    await page.keyboard.type(' Nobody waves.')
    await expect(status(page)).toHaveText('Kept')
    await page.close()
    const again = await context.newPage()
    await open(again, id)
    // The header scrolls to a button that has the focus.
    await again.setViewportSize({ width: 320, height: 800 })
    await tabAndPress(again, more(again), { backwards: true })
    await expect(again.getByRole('menuitem', { name: 'Compare' })).toBeVisible()
    await expectNoBarrierAt(again, WIDTHS, '[role=menu]')
    await again.getByRole('menuitem', { name: 'Compare' }).press('Enter')
    const dialog = again.getByRole('dialog', { name: 'Your changes' })
    await expect(dialog.locator('ins')).toBeVisible()
    await expectHeld(again, dialog, '[role=dialog]')
    await again.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(more(again)).toBeFocused()
    await again.keyboard.press('Enter')
    await again.getByRole('menuitem', { name: 'Discard' }).press('Enter')
    await expect(body(again)).toHaveText('The ferry leaves.')
    await expect(body(again)).toBeFocused()
  })
})
