import { diffBlocks } from '../packages/editor/src/diff.ts'
import { startStack } from '../scripts/stack.ts'
import { launchBrowser, load, paragraph, WORDS_OF_PARAGRAPH } from './desk.ts'
import { report } from './results.ts'
import { ADMIN, signIn } from './site.ts'

/** Milliseconds. */
const GATE = 300
/** Of which the best counts: what else the machine does only ever adds. */
const TRIES = 5

const VERSIONS = 1_000
/** Milliseconds until the panel of so many versions can be used. */
const PANEL_GATE = 300

/** How long the panel of an article with a thousand versions of 3,000 words takes to be usable. */
export async function openManyVersions(): Promise<void> {
  await using stack = await startStack({
    env: { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'warn' },
  })
  const { client, headers } = await signIn(stack.url)
  const content = Array.from({ length: 3_000 / WORDS_OF_PARAGRAPH }, (_, index) => paragraph(index))
  const { id } = await client.articles.create.mutate({ title: 'Version 1', content })
  for (let number = 2; number <= VERSIONS; number++)
    await client.articles.update.mutate({ id, title: `Version ${number}` })
  await using browser = await launchBrowser()
  const desk = await browser.newContext()
  await desk.addInitScript((token) => localStorage.setItem('token', token), headers.authorization.slice(7))
  const page = await desk.newPage()
  await page.goto(`${stack.url}/admin/draft/${id}`)
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = performance.now()
    await page.getByRole('button', { name: 'Show Versions' }).click()
    await page.getByRole('button', { name: new RegExp(`^Version ${VERSIONS}`) }).waitFor()
    times.push(performance.now() - begun)
    await page.reload()
    await page.getByRole('button', { name: 'Hide Versions' }).click()
  }
  const best = Math.min(...times)
  report(
    `panel of ${VERSIONS} versions of 3000 words, ${load()}`,
    `${Math.round(best)} ms`,
    `≤ ${PANEL_GATE} ms`,
    best <= PANEL_GATE,
  )
}

/** How long two versions are compared: every tenth word is another one, and a paragraph in ten is moved. */
export function compareVersions(): void {
  const before = Array.from({ length: 5_000 / WORDS_OF_PARAGRAPH }, (_, index) => paragraph(index))
  const after = before.map(edited)
  for (let index = 10; index < after.length; index += 10) after.unshift(...after.splice(index, 1))
  const times = Array.from({ length: TRIES }, () => {
    const begun = performance.now()
    diffBlocks(before, after)
    return performance.now() - begun
  })
  const best = Math.min(...times)
  report(
    `two versions of 5000 words compared, ${load()}`,
    `${Math.round(best)} ms`,
    `≤ ${GATE} ms`,
    best <= GATE,
  )
}

const edited = ({ type, children }: ReturnType<typeof paragraph>, number: number) => ({
  type,
  children: children.map((child) => ({
    ...child,
    text: child.text.replace(/\S+/g, (word, at: number) => ((at + number) % 10 === 0 ? 'another' : word)),
  })),
})
