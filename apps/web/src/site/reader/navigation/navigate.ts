import { notify } from '../notify.ts'
import { fetchAhead, takeAhead } from './fetch-ahead.ts'
import { fetchPage, isOfThisBuild, type Page } from './fetch-page.ts'
import { openPage } from './open-page.ts'
import { type Screen, screenOf } from './screens.ts'
import { endLoading, showFailure, showLoading, showPage } from './show.ts'

const LOADING_AFTER = 200

/** Swaps pages in place in browsers with the Navigation API. In others, links are plain links. */
export function swapPages(): void {
  if (!('navigation' in window)) return
  // Excludes these pages from the browser's own prefetching, see `speculation-rules.ts`.
  document.documentElement.dataset.swaps = ''
  fetchAhead()
  navigation.addEventListener('navigate', (event) => {
    // Such as the privacy policy, which was left by a swap: this document holds another page by now.
    if (isBackToUnswapped(event)) return event.intercept({ handler: async () => location.reload() })
    const screen = screenFor(event)
    if (!screen) return
    const from = location.href
    event.intercept({
      // `show.ts` moves the focus.
      focusReset: 'manual',
      handler: () => open(screen, event, from),
    })
  })
}

const isBackToUnswapped = (event: NavigateEvent) =>
  event.navigationType === 'traverse' &&
  event.destination.sameDocument &&
  !event.hashChange &&
  !screenFor(event)

function screenFor(event: NavigateEvent): Screen | undefined {
  if (!event.canIntercept || event.hashChange || event.formData || event.downloadRequest !== null)
    return undefined
  if (event.navigationType === 'reload') return undefined
  // Only the address changes.
  if (event.navigationType === 'replace' && event.destination.sameDocument) return undefined
  return screenOf(new URL(event.destination.url).pathname)
}

async function open(screen: Screen, event: NavigateEvent, from: string): Promise<void> {
  const timer = setTimeout(() => showLoading(screen.loading), LOADING_AFTER)
  const page = await readPage(event).finally(() => clearTimeout(timer))
  if (event.signal.aborted) return giveUp(event, from)
  // The site was deployed since this page was opened, so styles and scripts differ.
  if (page && !isOfThisBuild(page)) return location.reload()
  show(screen, page)
  // Before `openPage` reads the scroll position.
  event.scroll()
  openPage(from)
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
  return (await takeAhead(url)) ?? fetchPage(url, signal)
}

function show(screen: Screen, page: Page | null): void {
  const { title, advice } = screen.failure
  if (page) showPage(page.document)
  else showFailure(title)
  if (!page?.ok && advice) notify(title, advice)
}
