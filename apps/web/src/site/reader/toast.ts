import { element } from './element.ts'

const FADES_FOR = 300

/** Shows a toast in the corner, which screen readers announce, until it is dismissed. @returns closes it */
export function showToast(title: string, ...rest: HTMLElement[]): () => void {
  const toast = element('div', { className: 'toast' })
  const dismiss = element('button', {
    type: 'button',
    className: 'toast-close',
    ariaLabel: 'Dismiss',
    textContent: '×',
  })
  const close = () => {
    // The focus would be lost with its button.
    if (toast.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true })
    toast.classList.add('closing')
    setTimeout(() => toast.remove(), FADES_FOR)
  }
  dismiss.addEventListener('click', close)
  toast.append(element('strong', { textContent: title }), ...rest, dismiss)
  document.querySelector('[data-toasts]')?.append(toast)
  return close
}

const SHOWN_FOR = 5000

/** Shows a notification that closes after some seconds, or when dismissed. */
export function notify(title: string, description: string): void {
  setTimeout(showToast(title, element('span', { textContent: description })), SHOWN_FOR)
}
