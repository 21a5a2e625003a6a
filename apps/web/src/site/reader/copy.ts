import { notify } from './toast.ts'

/** Milliseconds for which a button shows its result. */
const SAID_FOR = 2000
/** Buttons that show a result, with their usual labels. */
const said = new Map<Element, { label: string; timer: ReturnType<typeof setTimeout> }>()

/** Copies code by its button, and the address of a heading by a click on the heading, which links to itself. */
export function bindCopying(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('[data-copy-code]')
    if (button) void copyCode(button)
    const heading = target.closest<HTMLAnchorElement>('a.anchor')
    if (heading) void copyLink(heading.href)
  })
}

/** Says when the clipboard is not available; the address bar always is. */
async function copyLink(url: string): Promise<void> {
  if (await copy(url)) notify('Link copied', url)
  else notify('Failed to copy the link', url)
}

async function copyCode(button: Element): Promise<void> {
  const code = button.closest('.code')?.querySelector('code')?.textContent ?? ''
  const isCopied = await copy(code)
  // A second press within that time restarts it.
  const label = said.get(button)?.label ?? button.textContent
  clearTimeout(said.get(button)?.timer)
  button.textContent = isCopied ? 'Copied' : 'Failed to copy'
  const timer = setTimeout(() => {
    said.delete(button)
    button.textContent = label
  }, SAID_FOR)
  said.set(button, { label, timer })
}

const copy = (text: string): Promise<boolean> =>
  // There is no clipboard without a secure connection.
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false)

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
