import { fetchPage, isOfThisBuild, type Page } from './fetch-page.ts'
import { notify } from './notify.ts'
import { recordView } from './record-view.ts'
import { type Screen, screens } from './screens.ts'
import { showFailure, showLoading, showPage } from './show.ts'

const LOADING_AFTER = 200

/** Shows the next page in place where the browser has the Navigation API. Elsewhere links are plain links. */
export function swapPages(): void {
  if (!('navigation' in window)) return
  navigation.addEventListener('navigate', (event) => {
    const screen = screenFor(event)
    if (!screen) return
    const from = location.href
    event.intercept({
      // `show.ts` moves the focus; the browser scrolls once the handler is done.
      focusReset: 'manual',
      handler: () => open(screen, event.destination.url, from, event.signal),
    })
  })
}

function screenFor(event: NavigateEvent): Screen | undefined {
  if (!event.canIntercept || event.hashChange || event.formData || event.downloadRequest !== null)
    return undefined
  if (event.navigationType === 'reload') return undefined
  const { pathname } = new URL(event.destination.url)
  return screens.find(({ path }) => path.test(pathname))
}

async function open(screen: Screen, url: string, from: string, signal: AbortSignal): Promise<void> {
  const timer = setTimeout(() => showLoading(screen.loading), LOADING_AFTER)
  const page = await fetchPage(url, signal).finally(() => clearTimeout(timer))
  if (signal.aborted) return
  // The site was updated since this page was opened: its styles and scripts are others now.
  if (page && !isOfThisBuild(page)) return location.reload()
  show(screen, page)
  void recordView(from)
}

function show(screen: Screen, page: Page | null): void {
  const { title, advice } = screen.failure
  if (page) showPage(page.document)
  else showFailure(title)
  if (!page?.ok && advice) notify(title, advice)
}
