import { read, write } from './storage.ts'

const KEY = 'analytics_notice_viewed'

/** Shows the notice until it is dismissed once. */
export function showAnalyticsNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-analytics-notice]')
  if (!notice || read(KEY) !== null) return
  notice.hidden = false
  let before: EventTarget | null = null
  notice.addEventListener('focusin', ({ relatedTarget }) => {
    if (!notice.contains(relatedTarget as Node | null)) before = relatedTarget // focus moves between nodes
  })
  notice.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    write(KEY, 'true')
    notice.hidden = true
    // Whoever came by keyboard goes on where they were.
    const place = before instanceof HTMLElement ? before : document.querySelector('main')
    place?.focus({ preventScroll: true })
  })
}
