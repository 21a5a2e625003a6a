import { read, write } from '../../local-storage.ts'

const KEY = 'analytics_notice_viewed'

/** Shows the notice until it was dismissed once. */
export function showAnalyticsNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-analytics-notice]')
  if (!notice || read(KEY) !== null) return
  notice.hidden = false
  let before: EventTarget | null = null
  notice.addEventListener('focusin', ({ relatedTarget }) => {
    if (!notice.contains(relatedTarget as Node | null)) before = relatedTarget // the target of a focus event is a node
  })
  notice.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    write(KEY, 'true')
    notice.hidden = true
    // The keyboard focus returns to its last position.
    const place = before instanceof HTMLElement ? before : document.querySelector('main')
    place?.focus({ preventScroll: true })
  })
}
