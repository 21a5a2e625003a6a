import type { Browser, Page } from '@playwright/test'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { paragraph, type Session, signIn } from '../api.ts'
import { launchChromium } from '../chromium.ts'
import { type Account, ADMIN, startStack } from '../stack.ts'
import type { Report } from './report.ts'
import { openEditor, textOf } from './window.ts'

const BLOCKS = 6
const COLLEAGUE: Account = { username: 'colleague@example.org', password: 'eight lanterns' }

/** Edits an article in two windows, alternately of one user and of two, and saves them one after the other. */
export async function tortureMerges({ rounds, seed }: { rounds: number; seed: string }): Promise<Report> {
  await using stack = await startStack({ admin: ADMIN })
  await using browser = await launchChromium()
  const session = await signIn(stack.url)
  await session.client.users.create.mutate({ ...COLLEAGUE, full_name: 'Somebody Else', role: 'editor' })
  const others = [session, await signIn(stack.url, COLLEAGUE)]
  const random = randomFrom(`${seed} merges`)
  const problems: string[] = []
  let chosen = 0
  for (let round = 0; round < rounds; round++) {
    const result = await writeTogether(browser, random, session, others[round % 2] ?? session)
    if (result.isChosen) chosen++
    for (const lost of result.lost) problems.push(`round ${round}: “${lost}” is lost`)
  }
  return { lines: [`Texts merged         ${rounds}, ${chosen} of them by choice`], problems }
}

/** @returns what is lost, and whether both edited the same block, and one had to choose */
async function writeTogether(browser: Browser, random: Random, first: Session, second: Session) {
  const { url: baseURL, client } = first
  const content = Array.from({ length: BLOCKS }, (_, index) => paragraph(`Block ${index} of the first text.`))
  const { id } = await client.articles.create.mutate({ title: 'Shared', content })
  await using context = await browser.newContext({ baseURL })
  // Another user needs another browser context.
  await using other = first === second ? undefined : await browser.newContext({ baseURL })
  const mine = await openEditor(context, first.token, id)
  const theirs = await openEditor(other ?? context, second.token, id)
  const written = [...(await write(mine, 'mine', random)), ...(await write(theirs, 'theirs', random))]
  await save(theirs)
  const isChosen = await save(mine)
  const merged = JSON.stringify((await client.articles.get.query({ id })).content)
  return { isChosen, lost: written.filter((words) => !merged.includes(words)) }
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
