import type { Role } from '@nightdesk/contracts'
import { paths } from '../paths.ts'
import type { IconName } from '../ui/icon.tsx'
import { useRole } from './screen/current-user.ts'

export interface Screen {
  label: string
  to: string
  /** Single-key shortcut. */
  keys: string
  icon: IconName
  /** Default: all. */
  roles?: readonly Role[]
  /** Has a tab on phones. */
  hasTab?: boolean
  /** Belongs to the group Library of the sidebar. */
  isInLibrary?: boolean
  /** The paths of screens that are opened from this one, and have no entry of their own. */
  leadsTo?: readonly string[]
}

const EDITORS: readonly Role[] = ['admin', 'editor']
const ADMINS: readonly Role[] = ['admin']
const { admin } = paths

const screens: Screen[] = [
  { label: 'Dashboard', to: admin.dashboard, keys: 'g d', icon: 'dashboard', hasTab: true },
  {
    label: 'Articles',
    to: admin.articles,
    keys: 'g a',
    icon: 'article',
    hasTab: true,
    leadsTo: [admin.searchVersions],
  },
  { label: 'Pages', to: admin.pages, keys: 'g l', icon: 'page', roles: EDITORS, isInLibrary: true },
  { label: 'Pictures', to: admin.pictures, keys: 'g i', icon: 'picture', roles: EDITORS, isInLibrary: true },
  { label: 'People', to: admin.people, keys: 'g e', icon: 'pen', roles: EDITORS, isInLibrary: true },
  {
    label: 'Redirects',
    to: admin.redirects,
    keys: 'g r',
    icon: 'redirect',
    roles: EDITORS,
    isInLibrary: true,
  },
  { label: 'Import', to: admin.imports, keys: 'g m', icon: 'import', roles: ADMINS, isInLibrary: true },
  { label: 'Export', to: admin.exports, keys: 'g x', icon: 'export', roles: ADMINS, isInLibrary: true },
  { label: 'Users', to: admin.users, keys: 'g u', icon: 'user', roles: ADMINS },
  { label: 'Analytics', to: admin.analytics, keys: 'g n', icon: 'chart' },
  {
    label: 'Settings',
    to: admin.settings,
    keys: 'g s',
    icon: 'settings',
    roles: ADMINS,
    leadsTo: [admin.site, admin.audit],
  },
  { label: 'Profile', to: admin.profile, keys: 'g p', icon: 'profile' },
]

/** Whether the path belongs to a screen, or to one that is opened from it. */
export const isCurrent = ({ to, leadsTo = [] }: Pick<Screen, 'to' | 'leadsTo'>, pathname: string) =>
  [to, ...leadsTo].some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** The screens for the user's role. While that is unknown, all of them: the server checks access anyway. */
export function useScreens(): Screen[] {
  const role = useRole()
  return screens.filter(({ roles }) => !roles || !role || roles.includes(role))
}

/** Words by which people look for a screen whose name they do not know, by its path. They are loaded with the palette only. */
const KEYWORDS: Readonly<Record<string, string>> = {
  [admin.imports]:
    'move in migrate wordpress wxr ghost substack medium jekyll hugo astro markdown word docx epub upload',
  [admin.exports]: 'move out download everything take along leave zip markdown epub e-books',
  [admin.settings]: 'system status storage backups restore health jobs workers database disk',
  [admin.pages]: 'about contact guidelines masthead imprint privacy policy terms and conditions',
  [admin.redirects]: 'old addresses links urls 404 not found permalinks',
  [admin.people]: 'bylines credits authors translators artists',
}

/** Additional words to search a screen for. */
export const screenKeywords = (path: string): string => `go to ${KEYWORDS[path] ?? ''}`
