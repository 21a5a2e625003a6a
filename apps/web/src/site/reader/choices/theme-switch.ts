import { read } from '../../../local-storage.ts'
import { choose } from './choose.ts'

const KEY = 'theme'

/** Handles the choice of system, light or dark. Without a stored choice the style sheet follows the system. */
export function bindThemeSwitch(): void {
  const control = document.querySelector<HTMLSelectElement>('[data-theme-switch]')
  if (!control) return
  control.value = read(KEY) ?? 'system'
  control.addEventListener('change', () => {
    choose(KEY, control.value === 'system' ? null : control.value)
  })
}
