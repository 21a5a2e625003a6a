import { read, write } from './storage.ts'

const KEY = 'analytics_notice_viewed'

/** Shows the notice until it is dismissed once. */
export function showAnalyticsNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-analytics-notice]')
  if (!notice || read(KEY) !== null) return
  notice.hidden = false
  notice.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    write(KEY, 'true')
    notice.hidden = true
  })
}
