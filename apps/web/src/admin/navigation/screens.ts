import { paths } from '../../paths.ts'
import type { IconName } from '../../ui/icon.tsx'
import { useRole } from '../auth/current-user.ts'

export interface Screen {
  label: string
  to: string
  /** The single keys that lead there. */
  keys: string
  icon: IconName
  adminOnly?: boolean
  /** On a phone it stands in the tab bar. */
  hasTab?: boolean
}

const screens: Screen[] = [
  { label: 'Dashboard', to: paths.admin.dashboard, keys: 'g d', icon: 'dashboard', hasTab: true },
  { label: 'Articles', to: paths.admin.articles, keys: 'g a', icon: 'article', hasTab: true },
  { label: 'Users', to: paths.admin.users, keys: 'g u', icon: 'user', adminOnly: true },
  { label: 'Analytics', to: paths.admin.analytics, keys: 'g n', icon: 'chart' },
  { label: 'Settings', to: paths.admin.settings, keys: 'g s', icon: 'settings', adminOnly: true },
  { label: 'Profile', to: paths.admin.profile, keys: 'g p', icon: 'profile' },
]

/** Those offered to whoever is signed in. Until the role is known all are: the server decides anyway. */
export function useScreens(): Screen[] {
  const role = useRole()
  return screens.filter(({ adminOnly }) => !adminOnly || !role || role === 'admin')
}
