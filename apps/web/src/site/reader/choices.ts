import { followStored, KEYS, read, write } from '../../local-storage.ts'

/** Percent. `reading-choices.css` has a rule for each except the default. */
const SIZES = ['90', '100', '110', '125', '150']
const USUAL_SIZE = '100'
const USUAL_FONT = 'serif'
/** Read from the page, where `theme.ts` and `choose` set the choices, as storage may be blocked. */
const { dataset } = document.documentElement

/** Handles the controls of text size and typeface on every page, and applies choices that were made elsewhere. */
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
  followStored(() => {
    for (const key of CHOICES) apply(key, read(key))
    showReadingChoices()
  })
}

export function showReadingChoices(): void {
  const size = chosenSize()
  const shown = document.querySelector('[data-text-size]')
  if (shown) shown.textContent = `${size}%`
  for (const step of document.querySelectorAll<HTMLElement>('[data-size-step]')) {
    const isLast = !SIZES[SIZES.indexOf(size) + Number(step.dataset.sizeStep)]
    // Not `disabled`, which would take the focus from the button just pressed.
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

/** Handles the choice of system, light or dark. Without a stored choice the style sheet follows the system. */
export function bindThemeSwitch(): void {
  const control = document.querySelector<HTMLSelectElement>('[data-theme-switch]')
  if (!control) return
  followStored(() => {
    control.value = read(KEYS.theme) ?? 'system'
  })
  control.addEventListener('change', () => {
    choose(KEYS.theme, control.value === 'system' ? null : control.value)
  })
}

const CHOICES = [KEYS.theme, 'text_size', 'text_font'] as const
type Choice = (typeof CHOICES)[number]

function choose(key: Choice, choice: string | null): void {
  write(key, choice)
  apply(key, choice)
}

/** Applies a choice like `theme.ts` does on the next pages. Null restores the default. */
function apply(key: Choice, choice: string | null): void {
  if (choice) dataset[key] = choice
  else delete dataset[key]
}
