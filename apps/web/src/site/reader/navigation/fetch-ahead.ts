import { fetchPage, type Page } from './fetch-page.ts'
import { screenOf } from './screens.ts'

/** Milliseconds that a pointer must rest on a link before its page is fetched. */
const RESTS_FOR = 80
/** Milliseconds for which a prefetched page is fresh. */
const FRESH_FOR = 10_000

let ahead: { url: string; at: number; page: Promise<Page | null> } | undefined

/** Fetches the page behind a link that is pointed at, focused or touched. */
export function fetchAhead(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = ({ target }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element && target.closest('a')
    if (!link) return
    // Checked late, as the page may be the shown one by then.
    timer = setTimeout(() => isWorthIt(link) && start(link.href), RESTS_FOR)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, plan, { passive: true })
}

/** Returns a prefetched page once, while it is fresh. */
export function takeAhead(url: string): Promise<Page | null> | undefined {
  const taken = ahead
  if (taken?.url !== url) return undefined
  ahead = undefined
  return performance.now() - taken.at < FRESH_FOR ? taken.page : undefined
}

function start(url: string): void {
  if (ahead?.url === url && performance.now() - ahead.at < FRESH_FOR) return
  ahead = { url, at: performance.now(), page: fetchPage(url, new AbortController().signal) }
}

function isWorthIt({ href, origin, pathname }: HTMLAnchorElement): boolean {
  const isHere = href.split('#')[0] === location.href.split('#')[0]
  return origin === location.origin && !isHere && screenOf(pathname) !== undefined && !savesData()
}

declare global {
  interface Navigator {
    /** Chromium only. */
    readonly connection?: { saveData?: boolean }
  }
}

const savesData = () => navigator.connection?.saveData === true
