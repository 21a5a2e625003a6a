import { paths } from '../../paths.ts'
import { element } from './element.ts'
import { openPage } from './open-page.ts'
import { otherScreen, type Screen, screenOf } from './screens.ts'
import { notify } from './toast.ts'

const LOADING_AFTER = 200

/** Swaps pages in place in browsers with the Navigation API. In others, links are plain links. */
export function swapPages(): void {
  if (!('navigation' in window)) return
  // Excludes these pages from the browser's own prefetching, see `speculation-rules.ts`.
  document.documentElement.dataset.swaps = ''
  fetchAhead()
  navigation.addEventListener('navigate', (event) => {
    const screen = screenFor(event)
    if (!screen) return
    const from = location.href
    event.intercept({
      // `replaceMain` moves the focus.
      focusReset: 'manual',
      handler: () => open(screen, event, from),
    })
  })
}

function screenFor(event: NavigateEvent): Screen | undefined {
  const { navigationType, destination } = event
  if (!event.canIntercept || event.hashChange) return undefined
  // By `openWhole`. It may have been a download, so that the pages of this document are still followed.
  if (opensWhole && navigationType === 'replace') return undefined
  if (event.formData || event.downloadRequest !== null) return undefined
  if (navigationType === 'reload') return undefined
  // Only the address changes.
  if (navigationType === 'replace' && destination.sameDocument) return undefined
  const screen = screenOf(new URL(destination.url).pathname)
  // Such as the privacy policy, which was left by a swap: this document holds another page by now.
  return screen ?? (navigationType === 'traverse' && destination.sameDocument ? otherScreen : undefined)
}

async function open(screen: Screen, event: NavigateEvent, from: string): Promise<void> {
  const timer = setTimeout(() => showLoading(screen.loading), LOADING_AFTER)
  const page = await readPage(event).finally(() => clearTimeout(timer))
  if (event.signal.aborted) return giveUp(event, from)
  // The site was deployed or changed since this page was opened, so styles, scripts, name or menu differ; or an old address led on.
  if (page && (page.isRedirected || frameOf(page.document) !== frameOf(document)))
    return openWhole(event, from)
  show(screen, page)
  // Before `openPage` reads the scroll position.
  event.scroll()
  openPage(from)
}

let opensWhole = false

/** Opens a page as browsers do. A reload keeps the scroll position, so it is for entries of the history only. */
function openWhole(event: NavigateEvent, from: string): void {
  if (event.navigationType === 'traverse') {
    event.scroll()
    location.reload()
    return
  }
  opensWhole = true
  // A download leaves the page as it was.
  endLoading()
  // From another address, as otherwise a fragment would only scroll this document.
  history.replaceState(null, '', from)
  location.replace(event.destination.url)
}

/** Restores the previous page and its address after the reader stopped the navigation or started another. */
function giveUp({ navigationType, destination: { url } }: NavigateEvent, from: string): void {
  endLoading()
  // An entry of the history, reached by back or forward, keeps its address.
  if (navigationType !== 'push') return
  // Deferred, as another navigation is only visible in the next task.
  setTimeout(() => {
    if (!navigation.transition && location.href === url) history.replaceState(null, '', from)
  })
}

async function readPage({ destination: { url }, signal }: NavigateEvent): Promise<Page | null> {
  const ahead = await takeAhead(url)
  // The server may answer by now.
  if (ahead?.ok) return ahead
  // Without a line, the page may be in the cache of the browser, which Back would show otherwise.
  return (await fetchPage(url, signal)) ?? fetchPage(url, signal, 'only-if-cached')
}

function show(screen: Screen, page: Page | null): void {
  const { failure, advice } = screen
  if (page) showPage(page.document)
  else showFailure(failure)
  if (!page?.ok && advice) notify(failure, advice)
}

/** Milliseconds that a pointer must rest on a link before its page is fetched. */
const RESTS_FOR = 80
/** Milliseconds for which a prefetched page is fresh. */
const FRESH_FOR = 10_000

let ahead: { url: string; at: number; page: Promise<Page | null> } | undefined

/** Fetches the page behind a link that is pointed at, focused or touched. */
function fetchAhead(): void {
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
function takeAhead(url: string): Promise<Page | null> | undefined {
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

interface Page {
  document: Document
  /** False for a 5xx page. A 404 is a page like any other. */
  ok: boolean
  /** Whether an old address led here: to a page, or to a file. */
  isRedirected: boolean
}

/** The page behind a URL, or null when none could be fetched. */
async function fetchPage(
  url: string,
  signal: AbortSignal,
  // Asks again each time: browsers obey `stale-while-revalidate` here, though not when they open a page themselves.
  cache: RequestCache = 'no-cache',
): Promise<Page | null> {
  try {
    const headers = { accept: 'text/html' }
    const response = await fetch(url, { cache, headers, mode: 'same-origin', signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const { redirected: isRedirected, status } = response
    if (!isRedirected && !page.querySelector('main')) return null
    return { document: page, ok: status < 500, isRedirected }
  } catch {
    // No network, or the reader has left meanwhile.
    return null
  }
}

/** What pages of one build and one version of the site have in common, around what is swapped. */
function frameOf(page: Document): string {
  const parts = page.querySelectorAll('script[type=module], link[rel=stylesheet], .brand, #menu, .foot')
  return page.documentElement.lang + Array.from(parts, ({ outerHTML }) => outerHTML).join('')
}

/** The tags of `head.tsx`. */
const HEAD =
  'title, meta[name=description], meta[name=robots], meta[name^=twitter], meta[property], link[rel=canonical], link[rel=alternate]'

function showPage(page: Document): void {
  for (const old of document.head.querySelectorAll(HEAD)) old.remove()
  document.head.append(...page.head.querySelectorAll(HEAD))
  const main = page.querySelector('main')
  if (main) replaceMain(main)
}

/** The page behind the loading state, and how far it was scrolled. */
let covered: { main: HTMLElement; top: number } | undefined

function showLoading(text: string): void {
  const shown = document.querySelector('main')
  if (!shown) return
  covered ??= { main: shown, top: scrollY }
  const main = element('main', { id: 'main', tabIndex: -1 })
  main.append(element('p', { className: 'state', role: 'status', textContent: text }))
  shown.replaceWith(main)
}

/** Restores the page behind the loading state, unless it was replaced. */
function endLoading(): void {
  if (!covered) return
  const { main, top } = covered
  replaceMain(main)
  scrollTo({ top, behavior: 'instant' })
}

/** Shows the same error box as the server's pages. */
function showFailure(title: string): void {
  const box = element('section', { className: 'error-box', role: 'alert' })
  box.append(
    element('h1', { textContent: title }),
    element('a', { className: 'button', href: paths.home(), textContent: 'Return to Home' }),
  )
  const main = element('main', { id: 'main', tabIndex: -1 })
  main.append(box)
  document.title = title
  replaceMain(main)
}

/** Moves the focus to the new page, for screen readers and the Tab key. The browser restores the scroll position. */
function replaceMain(main: HTMLElement): void {
  covered = undefined
  document.querySelector('main')?.replaceWith(main)
  document.querySelector<HTMLElement>('#menu')?.hidePopover()
  main.focus({ preventScroll: true })
}
