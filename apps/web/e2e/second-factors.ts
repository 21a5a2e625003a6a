import { type Browser, expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { connect } from '../../../packages/db/src/client.ts'
import { freePort } from '../../../packages/storage/src/testing-port.ts'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { checkPolicy } from './policy.ts'

export const admin = { email: 'wanjiru@example.org', password: 'seven lanterns' }
export const WIDTHS = [390, 1280]

/** A site at localhost, where browsers allow passkeys. */
export async function startSite(): Promise<Stack> {
  const port = await freePort()
  const account = { username: admin.email, password: admin.password }
  return startStack({ port, isShared: true, admin: account, env: { SITE_URL: `http://localhost:${port}` } })
}

/** As if the site had just been started: only the admin has an account, without a second factor. */
export async function forgetAccounts({ database_url = '' }: Stack): Promise<void> {
  const { db, close } = connect(database_url)
  const emptied = [
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'second_factor_roles',
    'sessions',
    'rate_limits',
  ] as const
  for (const table of emptied) await db.deleteFrom(table).execute()
  await db
    .updateTable('users')
    .set({ status: 'deleted', full_name: 'Somebody', username: sql`'gone-' || id || '@example.org'` })
    .where('username', '!=', admin.email)
    .execute()
  await close()
}

interface Device {
  page: Page
  /** Whether somebody touches the authenticator when it is asked from now on, or it waits until the request is aborted. */
  touch(isTouched: boolean): Promise<void>
}

interface Account {
  email: string
  password: string
}

/** @returns sends requests with a new session of an account without a second factor */
export async function callAs({ url }: Stack, { email, password }: Account) {
  const { token } = await post(`${url}/admin/login`, { username: email, password })
  const call = (path: string, data: object) =>
    post(`${url}${path}`, data, { authorization: `Bearer ${token}` })
  return { token: token as string, call } // as the contract says
}

async function post(url: string, data: object, more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', ...more }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(data) })).json()
}

/**
 * A browser with an authenticator of its own, which somebody touches whenever it asks. `account` is signed in, and has no
 * second factor.
 */
export async function openDevice(browser: Browser, stack: Stack, account?: Account): Promise<Device> {
  const session = account ? { token: (await callAs(stack, account)).token, username: account.email } : {}
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: stack.url,
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: { cookies: [], origins: [{ origin: stack.url, localStorage }] },
  })
  const page = await context.newPage()
  checkPolicy(page)
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const touch = async (enabled: boolean) => {
    await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
  return { page, touch }
}

export async function enterPassword(page: Page, { email, password }: Account) {
  if (!new URL(page.url()).pathname.startsWith('/admin/login')) await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).press('Enter')
}

export async function signIn(page: Page, account: Account) {
  await enterPassword(page, account)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/admin\/login/)
}

export async function openFactors(page: Page) {
  await page.goto('/admin/profile')
  const factors = page.getByRole('region', { name: 'Second Factor', exact: true })
  await expect(factors.getByText('Recovery codes')).toBeVisible()
  return factors
}

/** @returns the ten codes, from the screen */
export async function storeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I Have Stored Them' }).click()
  return codes
}

/** @returns the secret, as somebody types it into an app */
export async function addApp(page: Page, meanwhile = async () => {}): Promise<string> {
  await page.getByRole('button', { name: 'Set Up an App' }).click()
  await meanwhile()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()
  const secret = shown?.replaceAll(' ', '') ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await storeCodes(page)
  return secret
}
