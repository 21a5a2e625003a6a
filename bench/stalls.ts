import type { Browser, BrowserContext } from '@playwright/test'
import { load, openArticle, typeRound } from './editor-page.ts'
import { fastestAtMost } from './results.ts'
import { timeSave } from './saving.ts'

/** Milliseconds that a task of the page may take. */
const GATE = 200
const TRIES = 5

/**
 * Finds the longest task of the page while the article is opened, edited and saved. Measured in CPU time, as wall time
 * would include other work of a busy machine.
 */
export async function findStalls(browser: Browser, context: BrowserContext, url: string): Promise<void> {
  const longest: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await browser.startTracing(undefined, { categories: ['toplevel'] })
    const page = await openArticle(context, url)
    await typeRound(page)
    await timeSave(page)
    await page.close()
    longest.push(longestTask(await browser.stopTracing()))
  }
  const what = `longest work at a stretch, a 500 kB article opened, edited and saved, ${load()}`
  fastestAtMost(what, longest, GATE)
}

/** In Chromium’s trace format. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  args: { name?: string }
  /** Microseconds of CPU time. */
  tdur?: number
}

/** Milliseconds of CPU time, in the main thread of a page. */
function longestTask(trace: Buffer): number {
  // Chromium has just written it.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isPage = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
  const pages = new Set(traceEvents.filter(isPage).map(thread))
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && pages.has(thread(event)))
  if (tasks.length === 0) throw new Error('Chromium has traced no task of the page')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}
