import type { Browser, BrowserContext } from '@playwright/test'
import { load, openArticle, typeRound } from './desk.ts'
import { report } from './results.ts'
import { timeSave } from './saving.ts'

/** Milliseconds that nothing may hold up the page. */
const GATE = 200
/** Of which the best counts: what else the machine does only ever adds. */
const TRIES = 5

/**
 * The longest work that keeps the page from answering, while the article is opened, written in and saved. Of the processor’s
 * time: on a machine that is busy, a clock would count the work of others.
 */
export async function findStalls(browser: Browser, desk: BrowserContext, url: string): Promise<void> {
  const longest: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await browser.startTracing(undefined, { categories: ['toplevel'] })
    const page = await openArticle(desk, url)
    await typeRound(page)
    await timeSave(page)
    await page.close()
    longest.push(longestTask(await browser.stopTracing()))
  }
  const best = Math.min(...longest)
  const what = `longest work at a stretch, a 500 kB article opened, edited and saved, ${load()}`
  report(what, `${Math.round(best)} ms`, `≤ ${GATE} ms`, best <= GATE)
}

/** Of Chromium’s own trace format. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  args: { name?: string }
  /** Microseconds of the processor. */
  tdur?: number
}

/** Milliseconds of the processor, in a thread that draws a page. */
function longestTask(trace: Buffer): number {
  // Chromium wrote it a moment ago.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isPage = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
  const pages = new Set(traceEvents.filter(isPage).map(thread))
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && pages.has(thread(event)))
  if (tasks.length === 0) throw new Error('Chromium has traced no task of the page')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}
