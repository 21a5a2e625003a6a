import { NavLink } from 'react-router'
import { paths } from '../../paths.ts'
import { useRole } from '../auth/current-user.ts'
import { siteName } from './site-name.ts'

const screens = [
  { label: 'Dashboard', to: paths.admin.dashboard },
  { label: 'Articles', to: paths.admin.articles },
  { label: 'Users', to: paths.admin.users, adminOnly: true },
  { label: 'Analytics', to: paths.admin.analytics },
  { label: 'Settings', to: paths.admin.settings, adminOnly: true },
  { label: 'Profile', to: paths.admin.profile },
]

const item =
  'flex h-[34px] shrink-0 items-center rounded-control border border-transparent px-2.5 text-ink-2 hover:text-ink ' +
  'aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium ' +
  'aria-[current=page]:text-ink'

export function Sidebar() {
  const role = useRole()
  // Until the role is known everything is offered: the server decides anyway.
  const offered = screens.filter(({ adminOnly }) => !adminOnly || !role || role === 'admin')
  return (
    <aside
      aria-label="Sidebar"
      className="border-b border-line bg-sunken px-3 py-4 md:sticky md:top-0 md:h-dvh md:border-r md:border-b-0 md:py-6"
    >
      <p className="flex items-center gap-2 px-2 font-serif text-lg font-medium">
        <span aria-hidden className="size-2.5 rounded-full bg-jacket" />
        {siteName}
      </p>
      <p className="px-2 pt-1 text-xs text-muted">
        Welcome, <span>Admin</span>
      </p>
      <nav aria-label="Admin" className="-mx-3 mt-3 flex gap-1 overflow-x-auto px-3 md:flex-col">
        {offered.map(({ label, to }) => (
          <NavLink key={to} to={to} className={item}>
            {label}
          </NavLink>
        ))}
        <a href={paths.home()} className={item}>
          View Site
        </a>
      </nav>
    </aside>
  )
}
