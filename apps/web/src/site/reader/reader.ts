import { forgetSession, KEYS, read, write } from '../../local-storage.ts'
import { bindReadingChoices, bindThemeSwitch } from './choices.ts'
import { bindCopying, bindSharing } from './copy.ts'
import { swapPages } from './navigate.ts'
import { openPage } from './open-page.ts'
import { POSITIONS_KEY, trackReadingPosition } from './reading-position.ts'
import { bindFootnotes, READINGS_KEY } from './story.ts'

// The only script of the public pages. Every page works without it.

showAdminLink()
showAnalyticsNotice()
bindThemeSwitch()
bindReadingChoices()
bindCopying()
bindSharing()
bindFootnotes()
bindYourData()
trackReadingPosition()
swapPages()
openPage(document.referrer)

/** Shows the link to the admin while signed in. A sign-in or sign-out in another tab applies at once. */
function showAdminLink(): void {
  const link = document.querySelector<HTMLElement>('[data-admin-link]')
  if (!link) return
  const update = () => {
    link.hidden = !read(KEYS.token)
  }
  update()
  addEventListener('storage', update)
}

/** Shows the notice until it was dismissed once. */
function showAnalyticsNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-analytics-notice]')
  if (!notice || read(KEYS.noticeViewed) !== null) return
  notice.hidden = false
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

/** On the page of a visitor’s own data: fills in the identifier, or removes what the browser holds after an erasure. */
function bindYourData(): void {
  const field = document.querySelector<HTMLInputElement>('[data-session-id]')
  if (!field) return
  if (document.querySelector('[data-erased]')) {
    forgetSession()
    for (const key of [READINGS_KEY, POSITIONS_KEY]) write(key, null)
  }
  const id = read(KEYS.visitor)
  if (id) field.value = id
  const hint = document.querySelector('[data-session-hint]')
  if (hint) hint.textContent = id ? 'Your browser has filled it in.' : 'Your browser keeps none.'
}
