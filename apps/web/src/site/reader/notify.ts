import { element } from './element.ts'

const SHOWN_FOR = 5000
const FADES_FOR = 300

/** Shows a notification that screen readers announce. It goes away by itself, or when it is dismissed. */
export function notify(title: string, description: string): void {
  const toast = element('div', { className: 'toast' })
  const dismiss = element('button', {
    type: 'button',
    className: 'toast-close',
    ariaLabel: 'Dismiss',
    textContent: '×',
  })
  toast.append(
    element('strong', { textContent: title }),
    element('span', { textContent: description }),
    dismiss,
  )
  const close = () => {
    toast.classList.add('closing')
    setTimeout(() => toast.remove(), FADES_FOR)
  }
  dismiss.addEventListener('click', close)
  setTimeout(close, SHOWN_FOR)
  document.querySelector('[data-toasts]')?.append(toast)
}
