import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { type Mailbox, startMailbox } from '../../server/src/mail/testing.ts'
import { expectNoBarrierAt } from './barriers.ts'
import { checkPolicy } from './policy.ts'
import { signInPage, startTestSite } from './test-site.ts'

const admin = { email: 'wanjiru@example.org', password: 'seven lanterns' }
const author = { name: 'Ben Otieno', email: 'ben@example.org', password: 'paper boats' }
const remembered = 'paper lanterns'

test('an author is invited, accepts, forgets the password, and resets it by mail', {
  tag: '@journey',
}, async ({ browser }) => {
  await using mailbox = await startMailbox()
  await using stack = await startStack({
    isShared: true,
    env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SMTP_URL: mailbox.url },
  })
  const link = await invite(await openPage(browser, stack), mailbox)
  const page = await openPage(browser, stack)
  await accept(page, link)
  const elsewhere = await openPage(browser, stack)
  await expectTheLinkIsGone(elsewhere, link)

  await forget(elsewhere)
  await reset(elsewhere, await mailedLink(mailbox, 'reset-password'))

  await page.goto('/admin/profile')
  await expect(page, 'the session of before is over').toHaveURL(/\/admin\/login/)
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible()
  await expectSessions(browser, stack, elsewhere)
})

test('an admin changes the name and the email of somebody, and takes it back', async ({ browser }) => {
  await using stack = await startStack({
    isShared: true,
    env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  })
  const page = await openPage(browser, stack)
  await signIn(page, admin.email, admin.password)
  await page.goto('/admin/users/new')
  await page.getByLabel('Full name').fill(author.name)
  await page.getByLabel('Email').fill('bem@example.org')
  await page.getByLabel('Password', { exact: true }).fill(author.password)
  await page.getByRole('button', { name: 'Create User' }).click()

  const row = page.getByRole('row').filter({ hasText: author.name })
  await row.getByRole('button', { name: 'Edit' }).click()
  const email = page.getByRole('dialog').getByLabel('Email')
  await email.fill(admin.email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update user')).toBeVisible()
  await email.fill(author.email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText(author.email)).toBeVisible()
  await expect(page.getByText('User updated successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('bem@example.org')).toBeVisible()
})

test('a new name leaves the email as somebody else has changed it meanwhile', async ({ browser }) => {
  await using site = await startTestSite()
  const { username, ...account } = {
    username: author.email,
    password: author.password,
    full_name: author.name,
  }
  const { id } = await (
    await site.api.post('/admin/users', { data: { username, ...account, role: 'author' } })
  ).json()
  const changeEmail = (username: string) => site.api.patch(`/admin/users/${id}`, { data: { username } })

  const users = await openPage(browser, site.stack)
  await signInPage(users, site.token)
  await users.goto('/admin/users')
  await users.getByRole('row').filter({ hasText: author.name }).getByRole('button', { name: 'Edit' }).click()
  await changeEmail('benjamin@example.org')
  await users.getByRole('dialog').getByLabel('Full name').fill('Benjamin')
  await users.getByRole('button', { name: 'Save' }).click()
  const row = users.getByRole('row').filter({ hasText: 'benjamin@example.org' })
  await expect(row.getByText('Benjamin', { exact: true })).toBeVisible()
  await users.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText(author.name, { exact: true })).toBeVisible()

  const profile = await openPage(browser, site.stack)
  await signIn(profile, 'benjamin@example.org', author.password)
  await profile.goto('/admin/profile')
  await profile.getByRole('button', { name: 'Edit Profile' }).click()
  await changeEmail(author.email)
  await profile.getByLabel('Full name').fill('Benjamin')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByRole('definition').filter({ hasText: author.email })).toBeVisible()
})

async function openPage(browser: Browser, { url }: Stack): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  checkPolicy(page)
  return page
}

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

/** @returns the link, which is the same on the clipboard and in the mail */
async function invite(page: Page, mailbox: Mailbox): Promise<string> {
  await signIn(page, admin.email, admin.password)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'New User' }).click()
  await page.getByLabel('Full name').fill(author.name)
  await page.getByLabel('Email').fill(author.email)
  await page.getByLabel('Role').selectOption('author')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText(`It was mailed to ${author.email}.`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'in place of the form').toBeFocused()
  await page.getByRole('button', { name: 'Copy one-time invite link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()

  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(await mailedLink(mailbox, 'accept-invite')).toBe(link)
  await page.getByRole('link', { name: 'Back to users' }).click()
  await expect(page.getByRole('row').filter({ hasText: author.email }).getByText('invited')).toBeVisible()
  return link
}

async function mailedLink({ mails }: Mailbox, page: string): Promise<string> {
  const find = () =>
    mails
      .filter(({ to }) => to.includes(author.email))
      .flatMap(({ source }) => source.match(new RegExp(`http\\S+/${page}#[\\w-]+`)) ?? [])
      .at(-1)
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

async function accept(page: Page, link: string) {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await page.goto(link)
  await expect(page.getByLabel('Full name')).toHaveValue(author.name)
  const token = link.split('#')[1] ?? 'none'
  expect(
    addresses.filter((address) => address.split('#')[0]?.includes(token)),
    'the token is in no address',
  ).toEqual([])
  await expectPublicLayout(page)
  await expectNoBarrierAt(page, [320, 1280])
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(author.password)
  await page.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(password, 'the notice gives the focus back').toBeFocused()
  await page.getByRole('button', { name: 'Accept and Sign In' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Articles', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.goto('/admin/users')
  await expect(page.getByText('This page is for administrators.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New User' })).toHaveCount(0)
}

/** The header and footer of every public page. */
async function expectPublicLayout(page: Page) {
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Privacy Policy' }).first()).toHaveAttribute('href', '/privacy')
  await expect(page.getByRole('link', { name: 'Terms and Conditions' }).first()).toHaveAttribute(
    'href',
    '/terms',
  )
}

async function expectTheLinkIsGone(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more.')
  await page.goto('about:blank')
  await page.goto(link.replace('#', '/'))
  await expect(page, 'a link as it was mailed once').toHaveURL(link)
}

async function forget(page: Page) {
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expectPublicLayout(page)
  await page.getByLabel('Email').fill(author.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('status').filter({ hasText: author.email })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

async function reset(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New Password').fill(remembered)
  await page.getByLabel('Confirm Password').fill('something else')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill(remembered)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByLabel('Email').fill(author.email)
  await page.getByLabel('Password', { exact: true }).fill(author.password)
  const login = page.getByRole('button', { name: 'Login' })
  await login.press('Enter')
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'do not belong together' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true }), 'to type it again').toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(remembered)
  await login.press('Enter')
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByText('Login failed')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

/** Of two sessions, one ends the other. */
async function expectSessions(browser: Browser, stack: Stack, page: Page) {
  const other = await openPage(browser, stack)
  await signIn(other, author.email, remembered)
  await page.goto('/admin/profile')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End All Others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByText('This one')).toBeVisible()
  await other.goto('/admin/articles')
  await expect(other).toHaveURL(/\/admin\/login/)
}
