import { copyLink } from './copy.ts'

/** Hands the story to the reader's own way of sharing, or copies its address where there is none. Nobody is told. */
export function bindSharing(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-share]')) void share()
  })
}

async function share(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  if (!navigator.share) return copyLink(url)
  const title = document.querySelector('main h1')?.textContent ?? document.title
  // Refused, or the reader thought better of it.
  await navigator.share({ title, url }).catch(() => {})
}
