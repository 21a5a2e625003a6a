import { followStored, KEYS, read, write } from '../../local-storage.ts'
import { bindReadingChoices, bindThemeSwitch } from './choices.ts'
import { bindCopying, bindSharing } from './copy.ts'
import { swapPages } from './navigate.ts'
import { openPage } from './open-page.ts'
import { trackReadingPosition } from './reading-position.ts'
import { bindFootnotes } from './story.ts'

// The only script of the public pages. Every page works without it.

showAdminLink()
showAnalyticsNotice()
bindThemeSwitch()
bindReadingChoices()
bindCopying()
bindSharing()
bindFootnotes()
trackReadingPosition()
swapPages()
openPage(document.referrer)

function showAdminLink(): void {
  const link = document.querySelector<HTMLElement>('[data-admin-link]')
  if (!link) return
  followStored(() => {
    link.hidden = !read(KEYS.token)
  })
}

function showAnalyticsNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-analytics-notice]')
  if (!notice) return
  followStored(() => {
    notice.hidden = read(KEYS.noticeViewed) !== null
  })
  let before: EventTarget | null = null
  notice.addEventListener('focusin', ({ relatedTarget }) => {
    if (!notice.contains(relatedTarget as Node | null)) before = relatedTarget // the target of a focus event is a node
  })
  notice.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    write(KEYS.noticeViewed, 'true')
    notice.hidden = true
    // The keyboard focus returns to its last position.
    const place = before instanceof HTMLElement ? before : document.querySelector('main')
    place?.focus({ preventScroll: true })
  })
}
