import type { Browser, Page } from '@playwright/test'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { startStack } from '../stack.ts'
import { type Admin, type Api, expectSuccess, openSession, withToken } from './api.ts'
import { launchChromium, openEditor, paragraph, textOf } from './window.ts'

export interface MergesReport {
  rounds: number
  /** Rounds in which both edited the same block, and one had to choose. */
  chosen: number
  /** Sentences; empty when no words are lost. */
  problems: string[]
}

const BLOCKS = 6
const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'two at the same desk' }
const COLLEAGUE: Admin = { username: 'colleague@nightdesk.example', password: 'two at the same desk' }

/** Edits an article in two windows, alternately of one user and of two, and saves them one after the other. */
export async function tortureMerges({
  rounds,
  seed,
}: {
  rounds: number
  seed: string
}): Promise<MergesReport> {
  const env = { LOG_LEVEL: 'fatal', ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
  await using stack = await startStack({ env })
  await using browser = await launchChromium()
  const token = await openSession(stack.url, ADMIN)
  const api = withToken(stack.url, token)
  await expectSuccess(api.addUser(COLLEAGUE, 'editor'))
  const tokens = [token, await openSession(stack.url, COLLEAGUE)] as const
  const scene = { api, url: stack.url, browser, random: randomFrom(`${seed} merges`) }
  const report: MergesReport = { rounds, chosen: 0, problems: [] }
  for (let round = 0; round < rounds; round++) {
    const result = await writeTogether(scene, [token, tokens[round % 2] ?? token])
    if (result.isChosen) report.chosen++
    for (const lost of result.lost) report.problems.push(`round ${round}: “${lost}” is lost`)
  }
  return report
}

interface Scene {
  api: Api
  url: string
  browser: Browser
  random: Random
}

async function writeTogether({ api, url, browser, random }: Scene, [first, second]: [string, string]) {
  const blocks = Array.from({ length: BLOCKS }, (_, index) => paragraph(`Block ${index} of the first text.`))
  const { article } = await expectSuccess(api.create('Shared', blocks))
  await using context = await browser.newContext({ baseURL: url })
  // Another user needs another browser context.
  await using other = first === second ? undefined : await browser.newContext({ baseURL: url })
  const mine = await openEditor(context, first, article.id)
  const theirs = await openEditor(other ?? context, second, article.id)
  const written = [...(await write(mine, 'mine', random)), ...(await write(theirs, 'theirs', random))]
  await save(theirs)
  const isChosen = await save(mine)
  const content = JSON.stringify((await expectSuccess(api.read(article.id))).content)
  return { isChosen, lost: written.filter((words) => !content.includes(words)) }
}

/** Adds words to random blocks. @returns the words */
async function write(page: Page, who: string, random: Random): Promise<string[]> {
  const written: string[] = []
  const count = Math.floor(random(1, 4))
  for (let time = 0; time < count; time++) {
    const words = ` ${who} ${time}.`
    await textOf(page)
      .locator('p')
      .nth(Math.floor(random(0, BLOCKS)))
      .click()
    await page.keyboard.press('End')
    await page.keyboard.type(words)
    written.push(words)
  }
  return written
}

/** @returns whether the page asked to choose */
async function save(page: Page): Promise<boolean> {
  const keep = page.getByRole('button', { name: 'Keep what is chosen' })
  const saved = page.getByText('Article updated successfully')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await keep.or(saved).first().waitFor()
  const isChosen = await keep.isVisible()
  if (isChosen) await keep.click()
  await saved.waitFor()
  return isChosen
}
