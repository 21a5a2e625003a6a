import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { startStack } from '../stack.ts'
import { type Admin, endSession, expectSuccess, openSession, withToken } from './api.ts'
import { crash, launchChromium, openEditor, paragraph, textOf } from './window.ts'

export interface TypingReport {
  kills: number
  /** Milliseconds of typing lost by the worst kill. */
  longestLoss: number
  /** Sentences; empty when every kill lost at most two seconds of typing. */
  problems: string[]
}

/** The promised limit of lost typing, in milliseconds. */
const LOSS_LIMIT = 2_000
const KEYS = 500
const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'typing while it dies' }
const CIRCUMSTANCES = ['online', 'offline', 'signed out'] as const

/** Crashes the page at random moments during typing, and checks what the next page restores. */
export async function tortureTyping({ kills, seed }: { kills: number; seed: string }): Promise<TypingReport> {
  const env = { LOG_LEVEL: 'fatal', ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
  await using stack = await startStack({ env })
  await using browser = await launchChromium()
  const random = randomFrom(`${seed} typing`)
  const report: TypingReport = { kills, longestLoss: 0, problems: [] }
  for (let kill = 0; kill < kills; kill++) {
    const circumstance = CIRCUMSTANCES[kill % CIRCUMSTANCES.length] ?? 'online'
    await using context = await browser.newContext({ baseURL: stack.url })
    const loss = await typeAndCrash({ url: stack.url, context, random }, circumstance)
    report.longestLoss = Math.max(report.longestLoss, loss)
    if (loss > LOSS_LIMIT)
      report.problems.push(`kill ${kill}, ${circumstance}: ${Math.round(loss)} ms of typing are lost`)
  }
  return report
}

interface Scene {
  url: string
  context: BrowserContext
  random: Random
}

/** @returns milliseconds of lost typing */
async function typeAndCrash(scene: Scene, circumstance: (typeof CIRCUMSTANCES)[number]): Promise<number> {
  const { url, context, random } = scene
  // A new session each time, as the number of sessions is limited and the oldest end.
  const token = await openSession(url, ADMIN)
  const { article } = await expectSuccess(withToken(url, token).create('A draft', [paragraph('')]))
  const page = await openEditor(context, token, article.id)
  const lastKey = Math.floor(random(1, KEYS))
  const change = Math.floor(random(0, lastKey))
  const typed: { key: string; at: number }[] = []
  for (let index = 0; index < lastKey; index++) {
    if (index === change && circumstance === 'offline') await context.setOffline(true)
    if (index === change && circumstance === 'signed out') await endSession(url, token)
    // The sign-in dialog ends the typing.
    if (circumstance === 'signed out' && index > change && (await page.getByRole('alertdialog').isVisible()))
      break
    const key = String.fromCharCode(97 + Math.floor(random(0, 26)))
    await page.keyboard.press(key)
    typed.push({ key, at: performance.now() })
    await sleep(random(0, 20))
  }
  const crashedAt = performance.now()
  await crash(page)
  await context.setOffline(false)
  const restored = await restore(context, await openSession(url, ADMIN), article.id)
  return lossOf(typed, restored, crashedAt)
}

async function restore(context: BrowserContext, token: string, id: number): Promise<string> {
  const page = await openEditor(context, token, id)
  // The page restores the journal shortly after it opens. A timeout means that all typing is lost.
  await textOf(page)
    .getByText(/./)
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  return readText(page)
}

/** Reads twice, as the lock of a crashed page on its journal expires within two seconds. */
async function readText(page: Page): Promise<string> {
  let before: string | undefined
  for (;;) {
    const text = await textOf(page).innerText()
    if (text === before) return text.trim()
    before = text
    await sleep(2_000)
  }
}

function lossOf(typed: { key: string; at: number }[], restored: string, crashedAt: number): number {
  const whole = typed.map(({ key }) => key).join('')
  if (!whole.startsWith(restored)) return Number.POSITIVE_INFINITY
  const firstLost = typed[restored.length]
  return firstLost ? crashedAt - firstLost.at : 0
}
