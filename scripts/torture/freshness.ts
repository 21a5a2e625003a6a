import { setImmediate } from 'node:timers/promises'
import { createClient } from '@nightdesk/client'
import { startTwoServers } from './two-servers.ts'

export interface FreshnessReport {
  rounds: number
  /** Rounds in which the other server showed the new text in time. */
  inTime: number
  /** 99th percentile of the milliseconds from the answer to the publisher until the other server showed the text. */
  p99: number
  longest: number
  problems: string[]
}

/** Milliseconds after which a round has failed. */
const ROUND_LIMIT = 10_000

/**
 * Publishes through one server and reads through the other, which had cached the old pages. The publishing server must
 * show the new text with its answer, the other within `limit` milliseconds.
 */
export async function tortureFreshness(
  rounds: number,
  { limit = 100, isPooled = false } = {},
): Promise<FreshnessReport> {
  await using site = await startTwoServers({ isPooled })
  const problems: string[] = []
  const delays: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [writer, reader] = round % 2 === 0 ? site.urls : site.urls.toReversed()
    if (!writer || !reader) throw new Error('There are two servers')
    const title = `Text of round ${round}.`
    const change = await prepare(writer, site.token, title, round)
    // Both cache the old pages.
    for (const url of site.urls) for (const path of change.paths) await read(url, path)
    await change.make()
    const begun = performance.now()
    const [here, asked] = await Promise.all([
      Promise.all(change.paths.map((path) => read(writer, path))),
      untilShown(reader, change.paths, title),
    ])
    const there = asked - begun
    if (!here.every((text) => text.includes(title)))
      problems.push(`round ${round}: old where it was published`)
    if (there > limit) problems.push(`round ${round}: old for ${Math.round(there)} ms on the other server`)
    delays.push(there)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  return {
    rounds,
    inTime: sorted.filter((delay) => delay <= limit).length,
    p99: sorted[Math.ceil(rounds * 0.99) - 1] ?? 0,
    longest: sorted.at(-1) ?? 0,
    problems,
  }
}

/** Two rounds of three publish a new story; the third changes a published one. */
async function prepare(url: string, token: string, title: string, round: number) {
  const { articles } = createClient(url, token)
  const { id } = await articles.create.mutate({ title: round % 3 === 2 ? 'Before' : title, content: [] })
  const paths = ['/', `/post/${id}`, `/api/articles/${id}`]
  if (round % 3 !== 2) return { paths, make: () => articles.publish.mutate({ id }) }
  await articles.publish.mutate({ id })
  return { paths, make: () => articles.update.mutate({ id, title }) }
}

/** @returns the time of the first request that showed the new text at every path */
async function untilShown(url: string, paths: string[], title: string): Promise<number> {
  const asked = await Promise.all(paths.map((path) => untilNew(url, path, title)))
  return Math.max(...asked)
}

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
