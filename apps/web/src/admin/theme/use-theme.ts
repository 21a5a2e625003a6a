import { useEffect } from 'react'
import { useStored } from '../screen/use-stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The public pages use the same key, so that the choice counts for both. */
const KEY = 'theme'

export function useTheme(): { theme: Theme; chooseTheme(theme: Theme): void } {
  const [stored, store] = useStored(KEY)
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
