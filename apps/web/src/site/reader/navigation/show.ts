import { paths } from '../../../paths.ts'
import { element } from '../element.ts'

/** What `page-head.tsx` writes. */
const HEAD =
  'title, meta[name=description], meta[name=robots], meta[name^=twitter], meta[property], link[rel=canonical]'

export function showPage(page: Document): void {
  for (const old of document.head.querySelectorAll(HEAD)) old.remove()
  document.head.append(...page.head.querySelectorAll(HEAD))
  const main = page.querySelector('main')
  if (main) replaceMain(main)
}

/** The page that a loading state stands in front of. */
let covered: HTMLElement | undefined

export function showLoading(text: string): void {
  const shown = document.querySelector('main')
  if (!shown) return
  covered ??= shown
  const main = element('main', { id: 'main', tabIndex: -1 })
  main.append(element('p', { className: 'state', role: 'status', textContent: text }))
  shown.replaceWith(main)
}

/** Shows again what was there before, if nothing has taken its place. */
export function endLoading(): void {
  if (covered) replaceMain(covered)
}

/** The same box that the server makes. */
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

/** The focus goes to the new page, where reading and tabbing go on; the browser sees to the scroll position. */
function replaceMain(main: HTMLElement): void {
  covered = undefined
  document.querySelector('main')?.replaceWith(main)
  main.focus({ preventScroll: true })
}
