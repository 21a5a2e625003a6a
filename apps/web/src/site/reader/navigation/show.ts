import { paths } from '../../../paths.ts'
import { element } from '../element.ts'

/** The tags of `page-head.tsx`. */
const HEAD =
  'title, meta[name=description], meta[name=robots], meta[name^=twitter], meta[property], link[rel=canonical], link[rel=alternate]'

export function showPage(page: Document): void {
  for (const old of document.head.querySelectorAll(HEAD)) old.remove()
  document.head.append(...page.head.querySelectorAll(HEAD))
  const main = page.querySelector('main')
  if (main) replaceMain(main)
}

/** The page behind the loading state. */
let covered: HTMLElement | undefined

export function showLoading(text: string): void {
  const shown = document.querySelector('main')
  if (!shown) return
  covered ??= shown
  const main = element('main', { id: 'main', tabIndex: -1 })
  main.append(element('p', { className: 'state', role: 'status', textContent: text }))
  shown.replaceWith(main)
}

/** Restores the page behind the loading state, unless it was replaced. */
export function endLoading(): void {
  if (covered) replaceMain(covered)
}

/** Shows the same error box as the server's pages. */
export function showFailure(title: string): void {
  const box = element('section', { className: 'error-box', role: 'alert' })
  box.append(
    element('h1', { textContent: title }),
    element('a', { className: 'button', href: paths.home(), textContent: 'Return to Home' }),
  )
  const main = element('main', { id: 'main', tabIndex: -1 })
  main.append(box)
  document.title = title
  replaceMain(main)
}

/** Moves the focus to the new page, for screen readers and the Tab key. The browser restores the scroll position. */
function replaceMain(main: HTMLElement): void {
  covered = undefined
  document.querySelector('main')?.replaceWith(main)
  main.focus({ preventScroll: true })
}
