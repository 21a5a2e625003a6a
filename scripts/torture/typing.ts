import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { paragraph, signIn } from '../api.ts'
import { launchChromium } from '../chromium.ts'
import { ADMIN, startStack } from '../stack.ts'
import type { Report } from './report.ts'
import { crash, openEditor, textOf } from './window.ts'

/** The promised limit of lost typing, in milliseconds. */
const LOSS_LIMIT = 2_000
const KEYS = 500
const CIRCUMSTANCES = ['online', 'offline', 'signed out'] as const

/** Crashes the page at random moments during typing, and checks what the next page restores. */
export async function tortureTyping({ kills, seed }: { kills: number; seed: string }): Promise<Report> {
  await using stack = await startStack({ admin: ADMIN })
  await using browser = await launchChromium()
  const random = randomFrom(`${seed} typing`)
  const problems: string[] = []
  let longestLoss = 0
  for (let kill = 0; kill < kills; kill++) {
    const circumstance = CIRCUMSTANCES[kill % CIRCUMSTANCES.length] ?? 'online'
    await using context = await browser.newContext({ baseURL: stack.url })
    const loss = await typeAndCrash({ url: stack.url, context, random }, circumstance)
    longestLoss = Math.max(longestLoss, loss)
    if (loss > LOSS_LIMIT)
      problems.push(`kill ${kill}, ${circumstance}: ${Math.round(loss)} ms of typing are lost`)
  }
  const line = `Pages killed         ${kills}: at most ${Math.round(longestLoss)} ms of typing lost`
  return { lines: [line], problems }
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
  const { token, client } = await signIn(url)
  const { id } = await client.articles.create.mutate({ title: 'A draft', content: [paragraph('')] })
  const page = await openEditor(context, token, id)
  const lastKey = Math.floor(random(1, KEYS))
  const change = Math.floor(random(0, lastKey))
  const typed: { key: string; at: number }[] = []
  for (let index = 0; index < lastKey; index++) {
    if (index === change && circumstance === 'offline') await context.setOffline(true)
    if (index === change && circumstance === 'signed out') await client.auth.logout.mutate({})
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
  const restored = await restore(context, (await signIn(url)).token, id)
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
