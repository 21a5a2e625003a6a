import type { Role } from '@nightdesk/contracts'
import { paths } from '../paths.ts'
import type { IconName } from '../ui/icon.tsx'
import { useRole } from './screen/current-user.ts'

interface Screen {
  label: string
  to: string
  /** Single-key shortcut. */
  keys: string
  icon: IconName
  /** Default: all. */
  roles?: readonly Role[]
  /** Has a tab on phones. */
  hasTab?: boolean
}

const screens: Screen[] = [
  { label: 'Dashboard', to: paths.admin.dashboard, keys: 'g d', icon: 'dashboard', hasTab: true },
  { label: 'Articles', to: paths.admin.articles, keys: 'g a', icon: 'article', hasTab: true },
  { label: 'Pictures', to: paths.admin.pictures, keys: 'g i', icon: 'picture', roles: ['admin', 'editor'] },
  { label: 'People', to: paths.admin.people, keys: 'g e', icon: 'pen', roles: ['admin', 'editor'] },
  {
    label: 'Redirects',
    to: paths.admin.redirects,
    keys: 'g r',
    icon: 'redirect',
    roles: ['admin', 'editor'],
  },
  { label: 'Import', to: paths.admin.imports, keys: 'g m', icon: 'import', roles: ['admin'] },
  { label: 'Export', to: paths.admin.exports, keys: 'g x', icon: 'export', roles: ['admin'] },
  { label: 'Users', to: paths.admin.users, keys: 'g u', icon: 'user', roles: ['admin'] },
  { label: 'Analytics', to: paths.admin.analytics, keys: 'g n', icon: 'chart' },
  { label: 'Settings', to: paths.admin.settings, keys: 'g s', icon: 'settings', roles: ['admin'] },
  { label: 'Profile', to: paths.admin.profile, keys: 'g p', icon: 'profile' },
]

/** The screens for the user's role. While that is unknown, all of them: the server checks access anyway. */
export function useScreens(): Screen[] {
  const role = useRole()
  return screens.filter(({ roles }) => !roles || !role || roles.includes(role))
}

/** Words by which people look for a screen whose name they do not know, by its path. They are loaded with the palette only. */
const KEYWORDS: Readonly<Record<string, string>> = {
  [paths.admin.imports]:
    'move in migrate wordpress wxr ghost substack medium jekyll hugo astro markdown word docx epub upload',
  [paths.admin.exports]: 'move out download everything take along leave zip markdown epub e-books',
  [paths.admin.settings]: 'system status storage backups restore health jobs workers database disk',
  [paths.admin.redirects]: 'old addresses links urls 404 not found permalinks',
  [paths.admin.people]: 'bylines credits authors translators artists',
}

/** Additional words to search a screen for. */
export const screenKeywords = (path: string): string => `go to ${KEYWORDS[path] ?? ''}`
