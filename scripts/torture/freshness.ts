import { setImmediate } from 'node:timers/promises'
import type { Client } from '@nightdesk/client'
import { p99, type Report } from './report.ts'
import { startTwoServers } from './two-servers.ts'

/** Milliseconds after which a round has failed. */
const ROUND_LIMIT = 10_000

/** Milliseconds after which the other server may not show the old text. */
const LIMIT = 100

/**
 * Publishes through one server and reads through the other, which had cached the old pages. The publishing server must
 * show the new text with its answer, the other soon after it.
 */
export async function tortureFreshness(rounds: number, isPooled = false): Promise<Report> {
  await using site = await startTwoServers({ isPooled })
  const problems: string[] = []
  const delays: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [one, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    const title = `Text of round ${round}.`
    const change = await prepare(site.clients[one], title, round)
    // Both cache the old pages.
    for (const url of site.urls) for (const path of change.paths) await read(url, path)
    await change.make()
    const begun = performance.now()
    const [here, asked] = await Promise.all([
      Promise.all(change.paths.map((path) => read(site.urls[one], path))),
      Promise.all(change.paths.map((path) => untilNew(site.urls[other], path, title))),
    ])
    const there = Math.max(...asked) - begun
    if (!here.every((text) => text.includes(title)))
      problems.push(`round ${round}: old where it was published`)
    if (there > LIMIT) problems.push(`round ${round}: old for ${Math.round(there)} ms on the other server`)
    delays.push(there)
  }
  const inTime = delays.filter((delay) => delay <= LIMIT).length
  const longest = Math.round(Math.max(...delays))
  return {
    lines: [
      `Texts published      ${rounds}, ${inTime} on the other server within ${LIMIT} ms`,
      `Until they were      99 % within ${Math.round(p99(delays))} ms, all within ${longest} ms`,
    ],
    problems,
  }
}

/** Two rounds of three publish a new story; the third changes a published one. */
async function prepare({ articles }: Client, title: string, round: number) {
  const { id } = await articles.create.mutate({ title: round % 3 === 2 ? 'Before' : title, content: [] })
  const paths = ['/', `/post/${id}`, `/api/articles/${id}`]
  if (round % 3 !== 2) return { paths, make: () => articles.publish.mutate({ id }) }
  await articles.publish.mutate({ id })
  return { paths, make: () => articles.update.mutate({ id, title }) }
}

/** @returns the time of the first request that showed the new text */
async function untilNew(url: string, path: string, title: string): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const asked = performance.now()
    const isNew = (await read(url, path)).includes(title)
    if (isNew || asked - begun > ROUND_LIMIT) return asked
    await setImmediate()
  }
}

const read = async (url: string, path: string) =>
  (
    await fetch(url + path, {
      headers: { accept: path.startsWith('/api') ? 'application/json' : 'text/html' },
    })
  ).text()
