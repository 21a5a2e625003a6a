import { useEffect, useId } from 'react'
import { KEYS } from '../local-storage.ts'
import { useStored } from './screen/use-stored.ts'

export function ThemeSwitch() {
  const { theme, chooseTheme } = useTheme()
  const name = useId()
  return (
    <fieldset className="flex rounded-control border border-line p-0.5 text-xs">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((option) => (
        <label
          key={option}
          className="relative flex h-7 flex-1 cursor-pointer items-center justify-center rounded-[4px] text-muted capitalize hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:h-11"
        >
          <input
            type="radio"
            name={name}
            checked={option === theme}
            onChange={() => chooseTheme(option)}
            className="sr-only"
          />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

export function useTheme(): { theme: Theme; chooseTheme(theme: Theme): void } {
  const [stored, store] = useStored(KEYS.theme)
  return {
    theme: THEMES.find((theme) => theme === stored) ?? 'system',
    chooseTheme: (theme) => store(theme === 'system' ? null : theme),
  }
}

/** Applies the chosen theme to the page. Without a choice, the style sheet follows the system. */
export function useThemedPage() {
  const { theme } = useTheme()
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
