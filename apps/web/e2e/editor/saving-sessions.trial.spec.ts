import { paragraph } from '../content.ts'
import { admin, signIn } from '../test-site.ts'
import {
  addColleague,
  body,
  open,
  press,
  read,
  readCopy,
  recovery,
  save,
  status,
  takeSession,
  updated,
} from './saving.ts'
import { expect, test } from './test.ts'

// Signing in again continues the work, and signing out leaves nothing on the device.

test('when the session ends, sign-in opens over the text, and the save succeeds afterwards', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const token = await signIn(site.stack, admin)
  await takeSession(page, token)
  await page.keyboard.type(' Nobody waves.')
  await site.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
  await expect(dialog.getByLabel('Email')).toHaveValue(admin.username)
  await page.keyboard.press('Escape')
  // After postponing, a change of the address only does not redirect; the next call asks again.
  await press(page, 'Show Versions')
  await expect(page).toHaveURL(/\/edit\/\d+\?versions/)
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(updated(page)).toBeVisible()
  await expect(page).toHaveURL(/\/edit\//)
  expect((await read(site, id)).content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
})

test('another user who signs in neither saves nor sees the text, which waits for its author', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const colleague = await addColleague(site)
  const token = await signIn(site.stack, admin)
  await takeSession(page, token)
  await site.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.keyboard.type(' Nobody waves.')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Email').fill(colleague.username)
  await dialog.getByLabel('Password', { exact: true }).fill(colleague.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`You are signed in as ${colleague.username}`)
  await press(page, 'Leave this page')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect((await readCopy(site, id)).status()).toBe(404)

  const theirs = await signIn(site.stack, colleague)
  await page.addInitScript((value) => localStorage.setItem('token', value), theirs)
  await open(page, id)
  await expect(status(page)).toHaveText('Kept')
  await expect(recovery(page)).toBeHidden()
  await page.addInitScript((value) => localStorage.setItem('token', value), site.token)
  await open(page, id)
  await expect(body(page)).toHaveText('The ferry leaves. Nobody waves.')
})

test('keys typed while sign-in opens go into the text, and none into the password field', async ({
  write,
  site,
}) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  const token = await signIn(site.stack, admin)
  await takeSession(page, token)
  await site.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.keyboard.type(' Nobody waves.')
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await refused
  await page.keyboard.type(' It rains.', { delay: 40 })
  const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
  await expect(dialog).toBeVisible()
  await page.keyboard.type('still typing')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(text).toHaveText('The ferry leaves. Nobody waves. It rains.')
})

test('after signing out, nothing of the text is left in the browser, for any account', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await takeSession(page, await signIn(site.stack, admin))
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Sign Out')
  await expect(page).toHaveURL(/\/admin\/login/)
  expect((await (await readCopy(site, id)).json()).content).toEqual([
    paragraph('The ferry leaves. Nobody waves.'),
  ])
  expect(await page.evaluate(countJournal)).toBe(0)
})

test('signing out with text that cannot be sent warns first, and deletes it only after a second request', async ({
  write,
  site,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await takeSession(page, await signIn(site.stack, admin))
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Sign Out')
  await expect(page.getByText('You are still signed in')).toBeVisible()
  expect(await page.evaluate(countJournal)).toBe(1)
  await press(page, 'Sign Out')
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await page.evaluate(countJournal)).toBe(0)
})

async function countJournal(): Promise<number> {
  const opening = indexedDB.open('nightdesk-journal')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const counting = opening.result.transaction('entries').objectStore('entries').count()
  await new Promise((resolve) => {
    counting.onsuccess = resolve
  })
  opening.result.close()
  return counting.result
}
