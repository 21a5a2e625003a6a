import { expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { connect } from '../../../packages/db/src/client.ts'
import type { Stack } from '../../../scripts/stack.ts'
import { expectNoBarrierAt } from './barriers.ts'
import {
  addApp,
  admin,
  callAs,
  enterPassword,
  forgetAccounts,
  openDevice,
  openFactors,
  signIn,
  signOut,
  startSite,
  storeCodes,
  WIDTHS,
} from './second-factors.ts'

let stack: Stack

test.beforeAll(async () => {
  stack = await startSite()
})

test.afterAll(() => stack[Symbol.asyncDispose]())

test.beforeEach(() => forgetAccounts(stack))

const author = { name: 'Ben Otieno', email: 'ben@example.org', password: 'paper boats' }

test('a passkey is added, renamed, completes a sign-in by password, signs in alone and by autofill, and is removed', async ({
  browser,
}) => {
  const { page, touch } = await openDevice(browser, stack, admin)
  const factors = await openFactors(page)
  await factors.getByRole('button', { name: 'Add a Passkey' }).click()
  await page.getByRole('button', { name: 'Go On' }).press('Enter')
  await copyAndDownloadCodes(page)
  await storeCodes(page)
  await factors.getByRole('button', { name: 'Rename This device' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Key ring')
  await page.getByRole('button', { name: 'Rename', exact: true }).press('Enter')
  await expect(factors.getByText('Key ring')).toBeVisible()
  await expect(factors.getByRole('button', { name: 'Rename Key ring' })).toBeFocused()
  await expectNoBarrierAt(page, WIDTHS)

  await touch(false)
  await signOut(page)
  await enterPassword(page, admin)
  await expect(page.getByText('One more step')).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
  await expectNoBarrierAt(page, WIDTHS)
  await touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page.getByText('Welcome back!')).toBeVisible()

  // Where browsers offer passkeys in the e-mail field, the touch could be for that.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.reload()

  await touch(false)
  await signOutUntilOffered(page)
  await expect(page.getByText('Login failed'), 'nobody asked for a passkey').toHaveCount(0)
  await touch(true)
  await page.reload()
  await expect(page, 'as if it was chosen in the e-mail field').toHaveURL(/\/admin\/dashboard$/)

  await openFactors(page)
  await factors.getByRole('button', { name: 'Remove Key ring' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(factors.getByRole('button', { name: 'Remove Key ring' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeFocused()
  await touch(false)
  await signOut(page)
  await signIn(page, admin)
})

test('a device without the passkey signs in by a recovery code, once', { tag: '@slow' }, async ({
  browser,
}) => {
  const { page } = await openDevice(browser, stack, admin)
  const factors = await openFactors(page)
  await factors.getByRole('button', { name: 'Add a Passkey' }).click()
  await page.getByRole('button', { name: 'Go On' }).click()
  const [code = ''] = await storeCodes(page)

  const { page: other } = await openDevice(browser, stack)
  await enterPassword(other, admin)
  await other.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(other.getByRole('alert')).toContainText('No passkey was used')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill('0000-0000-0000-0000')
  await other.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(other.getByRole('alert').filter({ hasText: 'This recovery code is wrong' })).toBeVisible()
  await expect(other.getByLabel('Recovery code'), 'to type it again').toBeFocused()
  await other.getByLabel('Recovery code').fill(code)
  await other.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(other).toHaveURL(/\/admin\/dashboard$/)

  await signOut(other)
  await enterPassword(other, admin)
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(code)
  await other.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(other.getByRole('alert').filter({ hasText: 'was used before' })).toBeVisible()
})

test('an author sets up an app because the role needs it, signs in with it, loses it, and an admin resets it', {
  tag: '@slow',
}, async ({ browser }) => {
  const { page } = await openDevice(browser, stack, admin)
  await addAuthor()
  await requireOfAuthors(page)

  const { page: theirs } = await openDevice(browser, stack)
  await enterPassword(theirs, author)
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await theirs.goto('/admin/articles')
  await expect(theirs, 'nothing else is open').toHaveURL(/\/admin\/second-factor/)
  await expectNoBarrierAt(theirs, WIDTHS)
  const secret = await addApp(theirs, async () => {
    await expect(theirs.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expectNoBarrierAt(theirs, WIDTHS, '[role=dialog]')
  })
  await theirs.getByRole('button', { name: 'Go On' }).click()
  await expect(theirs).toHaveURL(/\/admin\/articles$/)

  await signOut(theirs)
  await enterPassword(theirs, author)
  await theirs.getByRole('textbox', { name: 'Code' }).fill('000000')
  await theirs.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(theirs.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible()
  await expect(theirs.locator('.toast')).toHaveCount(0)
  await expectNoBarrierAt(theirs, WIDTHS)
  await theirs
    .getByRole('textbox', { name: 'Code' })
    .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await theirs.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(theirs).toHaveURL(/\/admin\/dashboard$/)

  await signOut(theirs)
  await enterPassword(theirs, author)
  await theirs.getByText('Forgot the second factor?').click()
  await expect(theirs.getByText('An admin can reset it for you')).toBeVisible()
  await expect(theirs.getByText('reset-second-factor')).toBeVisible()
  await resetFactorOfAuthor(page)
  await theirs.getByRole('button', { name: 'Back' }).click()
  await enterPassword(theirs, author)
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
})

test('a change of factors long after the sign-in asks for the password', { tag: '@slow' }, async ({
  browser,
}) => {
  const { page } = await openDevice(browser, stack, admin)
  await page.goto('/admin/second-factor')
  await page.getByRole('button', { name: 'Go On' }).click()
  await expect(page, 'the role needs no factor').toHaveURL(/\/admin\/dashboard$/)
  await openFactors(page)
  await forgetConfirmation()

  await page.getByRole('button', { name: 'Set Up an App' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expectNoBarrierAt(page, WIDTHS, '[role=dialog]')
  await dialog.getByLabel('Your password').fill('six lanterns')
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(dialog.getByText('The current password is not correct')).toBeVisible()
  await dialog.getByLabel('Your password').fill(admin.password)
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
})

test('the QR code is dark on light at night too, as cameras need it', async ({ browser }) => {
  const { page } = await openDevice(browser, stack, admin)
  await page.emulateMedia({ colorScheme: 'dark' })
  await openFactors(page)
  await page.getByRole('button', { name: 'Set Up an App' }).click()

  const code = page.getByRole('img', { name: 'QR code for the authenticator app' })
  await expect(code).toBeVisible()
  const { channels } = await sharp(await code.screenshot())
    .greyscale()
    .stats()
  expect(channels[0]).toMatchObject({ min: 0, max: 255 })
})

test('what takes over accounts asks for the password long after the sign-in, and goes on by itself', {
  tag: '@slow',
}, async ({ browser }) => {
  const { page } = await openDevice(browser, stack, admin)
  await forgetConfirmation()
  await createAuthor(page)

  await forgetConfirmation()
  const role = page.getByRole('combobox', { name: `Role of ${author.name}` })
  await role.selectOption('admin')
  await page.getByRole('button', { name: 'Change Role' }).click()
  await expectNoBarrierAt(page, WIDTHS, '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveValue('author')
  await role.selectOption('admin')
  await page.getByRole('button', { name: 'Change Role' }).click()
  await confirm(page, admin)
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(role).toHaveValue('admin')
})

test('a reset of the password shows the second factor, on every way to it', { tag: '@slow' }, async ({
  browser,
}) => {
  const { page } = await openDevice(browser, stack, admin)
  await addAuthor()
  const { page: theirs, touch } = await openDevice(browser, stack, author)
  await (await openFactors(theirs)).getByRole('button', { name: 'Add a Passkey' }).click()
  await theirs.getByRole('button', { name: 'Go On' }).click()
  await storeCodes(theirs)

  await page.goto('/admin/users')
  await page
    .getByRole('row')
    .filter({ hasText: author.email })
    .getByRole('button', { name: 'Reset Link' })
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'A way to a new password' })
  await expect(dialog.getByText('Passkey “This device”')).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS, '[role=alertdialog]')

  await theirs.goto(await dialog.getByLabel('Link').inputValue())
  await theirs.getByLabel('New Password').fill('paper lanterns')
  await theirs.getByLabel('Confirm Password').fill('paper lanterns')
  await theirs.getByRole('button', { name: 'Change Password' }).click()
  await expect(theirs.getByText('Passkey “This device”')).toBeVisible()
  await expectNoBarrierAt(theirs, WIDTHS)
  // The e-mail field offers the passkey, too.
  await touch(false)
  await theirs.getByRole('link', { name: 'Sign In and Look' }).click()
  await expect(theirs).toHaveURL(/\/admin\/login\?next=/)
  await enterPassword(theirs, { ...author, password: 'paper lanterns' })
  await touch(true)
  await theirs.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(theirs.getByRole('button', { name: 'Remove This device' })).toBeInViewport()

  await dialog.getByRole('button', { name: 'Reset Second Factor' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(dialog.getByText('Passkey “This device”')).toHaveCount(0)
  await expect(dialog).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Copy one-time reset link' })).toBeVisible()
})

test('a second factor that becomes required is asked for over a text that is being written', {
  tag: '@slow',
}, async ({ browser }) => {
  const { page } = await openDevice(browser, stack, admin)
  await addAuthor()
  const { page: theirs } = await openDevice(browser, stack, author)
  await theirs.goto('/admin/new-draft')
  await theirs.getByLabel('Title').fill('The Night Ferry')
  await expect(theirs.getByText('Kept', { exact: true }).first()).toBeVisible()
  await forgetConfirmation()
  await requireOfAuthors(page, () => confirm(page, admin))

  const text = theirs.locator('[contenteditable]')
  await text.pressSequentially('It leaves at dusk.')
  const dialog = theirs.getByRole('alertdialog', { name: 'Set up a second factor' })
  await expect(dialog).toBeVisible()
  await expectNoBarrierAt(theirs, WIDTHS, '[role=alertdialog]')
  await addApp(theirs, () => confirm(theirs, author))
  await dialog.getByRole('button', { name: 'Go On' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(text).toContainText('It leaves at dusk.')
  await expect(theirs).toHaveURL(/new-draft/)
  await expect(theirs.getByText('Kept', { exact: true }).first()).toBeVisible()
})

async function copyAndDownloadCodes(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt')
  await expectNoBarrierAt(page, WIDTHS, '[role=alertdialog]')
}

/** Until the e-mail field offers passkeys. */
async function signOutUntilOffered(page: Page) {
  const offered = page.waitForResponse(/auth\.passkeyOptions/)
  await signOut(page)
  await offered
}

/** As if everybody had signed in an hour ago. */
async function forgetConfirmation() {
  const { db, close } = connect(stack.database_url ?? '')
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 3_600_000).toISOString() })
    .execute()
  await close()
}

async function confirm(page: Page, { password }: { password: string }) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
}

async function addAuthor() {
  const { call } = await callAs(stack, admin)
  await call('/admin/users', {
    username: author.email,
    full_name: author.name,
    role: 'author',
    password: author.password,
  })
}

async function createAuthor(page: Page) {
  await page.goto('/admin/users/new')
  await page.getByLabel('Full name').fill(author.name)
  await page.getByLabel('Email').fill(author.email)
  await page.getByLabel('Role').selectOption('author')
  await page.getByLabel('Password').fill(author.password)
  await page.getByRole('button', { name: 'Create User' }).click()
  await confirm(page, admin)
  await expect(page).toHaveURL(/\/admin\/users$/)
}

async function requireOfAuthors(page: Page, confirm = async () => {}) {
  await page.goto('/admin/settings')
  await page.getByRole('checkbox', { name: 'Authors' }).click()
  await confirm()
  await expect(page.getByText('Authors must have a second factor')).toBeVisible()
}

async function resetFactorOfAuthor(page: Page) {
  await page.goto('/admin/users')
  const row = page.getByRole('row').filter({ hasText: author.email })
  await expect(row.getByText('second factor', { exact: true })).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS)
  await row.getByRole('button', { name: 'Reset Second Factor' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset', exact: true }).press('Enter')
  await expect(page.getByText(`${author.name} signs in with the password only`)).toBeVisible()
  await expect(row.getByText('second factor', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
}
