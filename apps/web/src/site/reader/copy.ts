import { notify } from './notify.ts'

/** How long a button says that it has done its work. */
const SAID_FOR = 2000
/** What was pressed within that time, and what it says otherwise. */
const said = new Map<Element, { label: string; timer: ReturnType<typeof setTimeout> }>()

/** Copies code by its button, and the address of a heading by the heading, which is a link to itself. */
export function bindCopying(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('[data-copy-code]')
    if (button) void copyCode(button)
    const heading = target.closest<HTMLAnchorElement>('a.anchor')
    if (heading) void copyLink(heading.href)
  })
}

/** Tells when the clipboard is closed to us, which the address bar is not. */
export async function copyLink(url: string): Promise<void> {
  if (await copy(url)) notify('Link copied', url)
  else notify('Failed to copy the link', url)
}

async function copyCode(button: Element): Promise<void> {
  const code = button.closest('.code')?.querySelector('code')?.textContent ?? ''
  const isCopied = await copy(code)
  // Pressed again while it still says so, it goes on saying so.
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
  // Without a secure connection there is no clipboard.
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false)
