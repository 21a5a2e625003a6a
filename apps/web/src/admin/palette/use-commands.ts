import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useTriggerAnalytics } from '../analytics/workers/use-trigger-analytics.ts'
import { useScreens } from '../navigation/screens.ts'
import { useSignOut } from '../navigation/use-sign-out.ts'
import { useRole } from '../screen/current-user.ts'
import { THEMES, useTheme } from '../theme/use-theme.ts'
import type { Command } from './command.ts'
import { screenKeywords } from './screen-keywords.ts'

/** The screens and actions for the user's role, known without a request. */
export function useCommands(onHelp: () => void): { screens: Command[]; actions: Command[] } {
  const navigate = useNavigate()
  const screens = useScreens().map(({ label, to, keys, icon }) => ({
    id: to,
    label,
    keys,
    icon,
    keywords: screenKeywords(to),
    run: () => navigate(to),
  }))
  return { screens, actions: useActions(onHelp) }
}

function useActions(onHelp: () => void): Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const role = useRole()
  const { trigger } = useTriggerAnalytics()
  const themes = useThemeCommands()
  const action = (label: string, run: () => void, more?: Partial<Command>): Command => ({
    id: label,
    label,
    icon: 'action',
    run,
    ...more,
  })
  return [
    action('New Article', () => navigate(paths.admin.newDraft), {
      icon: 'plus',
      keys: 'c',
      keywords: 'create write',
    }),
    action('Search old versions', () => navigate(paths.admin.searchVersions), {
      icon: 'search',
      keywords: 'find history passage rescue',
    }),
    action('View Site', () => window.location.assign(paths.home()), { keywords: 'home public' }),
    ...(role && role !== 'author'
      ? [action('Trigger Analytics', trigger, { icon: 'chart', keywords: 'run worker task' })]
      : []),
    ...themes,
    action('Keyboard shortcuts', onHelp, { keys: '?', keywords: 'help keys' }),
    action('Sign Out', signOut, { icon: 'profile', keywords: 'log logout' }),
  ]
}

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }

function useThemeCommands(): Command[] {
  const { theme: chosen, chooseTheme } = useTheme()
  return THEMES.map((theme) => ({
    id: `theme ${theme}`,
    label: `Theme: ${themeNames[theme]}`,
    icon: 'settings',
    keywords: 'mode appearance colour',
    note: theme === chosen ? 'current' : undefined,
    run: () => chooseTheme(theme),
  }))
}
