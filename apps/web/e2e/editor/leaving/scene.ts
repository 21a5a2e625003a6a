import type { BrowserContext, Page } from '@playwright/test'
import { admin, signIn, signInPage, type TestSite } from '../../test-site.ts'
import { takeSession } from '../saving.ts'
import { expect } from '../test.ts'

export const BEGIN = 'The ferry leaves.'
export const TYPED = ' Nobody waves.'

export interface Scene {
  page: Page
  context: BrowserContext
  site: TestSite
  id: number
}

/** Waits a moment after the last key, less than the delay of the autosave. */
export const soon = (page: Page) => page.waitForTimeout(300)

export const link = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click()

/** Hides the page like a phone, which may never show it again. */
export const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

export async function ownSession({ page, site }: Scene): Promise<string> {
  const token = await signIn(site.stack, admin)
  await takeSession(page, token)
  return token
}

/** Waits until the journal has the text, after at most half a second. */
export const untilJournaled = (page: Page) =>
  expect.poll(() => page.evaluate(readJournal)).toContain(TYPED.trim())

async function readJournal(): Promise<string> {
  const opening = indexedDB.open('nightdesk-journal')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const reading = opening.result.transaction('entries').objectStore('entries').getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return JSON.stringify(reading.result)
}

export async function visitAgain(context: BrowserContext): Promise<void> {
  const again = await context.newPage()
  await signInPage(
    again,
    (await context.storageState()).origins[0]?.localStorage.find(({ name }) => name === 'token')?.value ?? '',
  )
  await again.goto('/admin/dashboard')
}
