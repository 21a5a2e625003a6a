import { choose } from './choose.ts'

/** Percent; `reading-choices.css` knows all but the one in use when nothing is chosen. */
const SIZES = ['90', '100', '110', '125', '150']
const USUAL_SIZE = '100'
const USUAL_FONT = 'serif'
/** Where `theme.ts` and `choose` put what was chosen: storage may be blocked. */
const { dataset } = document.documentElement

/** Works the size and the typeface of stories, whichever page they stand on. */
export function bindReadingChoices(): void {
  document.addEventListener('click', ({ target }) => {
    const step = target instanceof Element && target.closest<HTMLElement>('[data-size-step]')
    if (!step) return
    const size = SIZES[SIZES.indexOf(chosenSize()) + Number(step.dataset.sizeStep)]
    if (size) choose('text_size', size === USUAL_SIZE ? null : size)
    showReadingChoices()
  })
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'text_font') return
    choose('text_font', target.value === USUAL_FONT ? null : target.value)
  })
}

/** Brings the controls of this page in line with what was chosen before. */
export function showReadingChoices(): void {
  const size = chosenSize()
  const shown = document.querySelector('[data-text-size]')
  if (shown) shown.textContent = `${size}%`
  for (const step of document.querySelectorAll<HTMLElement>('[data-size-step]')) {
    const isLast = !SIZES[SIZES.indexOf(size) + Number(step.dataset.sizeStep)]
    // Not `disabled`: that would take the focus away from whoever has just pressed it.
    step.ariaDisabled = String(isLast)
  }
  const font = dataset.text_font ?? USUAL_FONT
  for (const input of document.querySelectorAll<HTMLInputElement>('[name=text_font]'))
    input.checked = input.value === font
}

function chosenSize(): string {
  const chosen = dataset.text_size ?? USUAL_SIZE
  return SIZES.includes(chosen) ? chosen : USUAL_SIZE
}
