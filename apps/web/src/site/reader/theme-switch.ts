import { read, write } from './storage.ts'

/** Also read by `theme.ts`, which imports nothing. */
const KEY = 'theme'

/** System, light or dark; without a stored choice the style sheet follows the system. */
export function bindThemeSwitch(): void {
  const control = document.querySelector<HTMLSelectElement>('[data-theme-switch]')
  if (!control) return
  control.value = read(KEY) ?? 'system'
  control.addEventListener('change', () => {
    const choice = control.value === 'system' ? null : control.value
    write(KEY, choice)
    if (choice) document.documentElement.dataset.theme = choice
    else delete document.documentElement.dataset.theme
  })
}
