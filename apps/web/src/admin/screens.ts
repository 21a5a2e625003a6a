import type { AdminArticle } from '@nightdesk/contracts'
import { skipToken } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api } from '../api.ts'
import { paths } from '../paths.ts'
import type { IconName } from '../ui/icon.tsx'
import { type Audience, isAmong, useRole } from './screen/current-user.ts'

export interface Screen {
  label: string
  to: string
  /** Single-key shortcut. */
  keys: string
  icon: IconName
  /** Default: everybody. Others see neither the entry nor the screen, nor those that are opened from it. */
  onlyFor?: Audience
  /** Has a tab on phones. */
  hasTab?: boolean
  /** Belongs to the group Library of the sidebar. */
  isInLibrary?: boolean
  /** The paths of screens that are opened from this one, and have no entry of their own. */
  leadsTo?: readonly string[]
}

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
  { label: 'Pages', to: admin.pages, keys: 'g l', icon: 'page', onlyFor: 'editors', isInLibrary: true },
  {
    label: 'Pictures',
    to: admin.pictures,
    keys: 'g i',
    icon: 'picture',
    onlyFor: 'editors',
    isInLibrary: true,
  },
  { label: 'People', to: admin.people, keys: 'g e', icon: 'pen', onlyFor: 'editors', isInLibrary: true },
  {
    label: 'Redirects',
    to: admin.redirects,
    keys: 'g r',
    icon: 'redirect',
    onlyFor: 'editors',
    isInLibrary: true,
  },
  { label: 'Import', to: admin.imports, keys: 'g m', icon: 'import', onlyFor: 'admins', isInLibrary: true },
  { label: 'Export', to: admin.exports, keys: 'g x', icon: 'export', onlyFor: 'admins', isInLibrary: true },
  { label: 'Users', to: admin.users, keys: 'g u', icon: 'user', onlyFor: 'admins' },
  { label: 'Analytics', to: admin.analytics, keys: 'g n', icon: 'chart' },
  {
    label: 'Settings',
    to: admin.settings,
    keys: 'g s',
    icon: 'settings',
    onlyFor: 'admins',
    leadsTo: [admin.site, admin.audit],
  },
  { label: 'Profile', to: admin.profile, keys: 'g p', icon: 'profile' },
]

/** Whether the path belongs to a screen, or to one that is opened from it. As in routes, capital letters are small ones. */
export const isCurrent = ({ to, leadsTo = [] }: Pick<Screen, 'to' | 'leadsTo'>, pathname: string) =>
  [to, ...leadsTo].some((path) => `${pathname.toLowerCase()}/`.startsWith(`${path}/`))

/** Whom the screen at a path is for. */
export const audienceOf = (pathname: string): Audience | undefined =>
  screens.find((screen) => isCurrent(screen, pathname))?.onlyFor

/** The path that says which entry is current: of an article or a page, the path of its list, once the screen has loaded it. */
export function useCurrentPath(): string {
  const { pathname } = useLocation()
  const id = Number(/^\/admin\/draft\/(?:edit\/)?(\d+)$/.exec(pathname)?.[1])
  // Only its kind, as every entry asks and a text changes at every save.
  const options = { enabled: false, select: ({ kind }: AdminArticle) => kind }
  const { data: kind } = api.articles.get.useQuery(id ? { id } : skipToken, options)
  return kind ? (kind === 'page' ? admin.pages : admin.articles) : pathname
}

/** The screens for the user's role. While that is unknown, all of them: the server checks access anyway. */
export function useScreens(): Screen[] {
  const role = useRole()
  return screens.filter(({ onlyFor }) => !onlyFor || !role || isAmong(onlyFor, role))
}
