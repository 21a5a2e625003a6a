import { copyLink } from './copy.ts'

/** Opens the share dialog of the system, or copies the address where there is none. Contacts no other site. */
export function bindSharing(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-share]')) void share()
  })
}

async function share(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  if (!navigator.share) return copyLink(url)
  const title = document.querySelector('main h1')?.textContent ?? document.title
  // The browser refused, or the reader cancelled.
  await navigator.share({ title, url }).catch(() => {})
}
