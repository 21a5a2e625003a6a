import { NavLink } from 'react-router'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/overlays/panel.tsx'
import { useScreens } from '../../navigation/screens.ts'
import { useSignOut } from '../../navigation/use-sign-out.ts'
import { ThemeSwitch } from '../../theme/theme-switch.tsx'
import { Brand, Greeting } from './brand.tsx'

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left text-md text-ink-2 hover:text-ink ' +
  'aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink'

interface MoreDrawerProps {
  open: boolean
  onClose(): void
  onSearch(): void
}

/** Screens without a tab of their own. */
export function MoreDrawer({ open, onClose, onSearch }: MoreDrawerProps) {
  const screens = useScreens().filter(({ hasTab }) => !hasTab)
  const signOut = useSignOut()
  return (
    <Panel open={open} title="More" hideTitle placement="bottom" onClose={onClose}>
      <div className="overflow-y-auto px-3 pt-4 pb-2">
        <div className="flex flex-col gap-1 px-3 pb-3">
          <Brand />
          <Greeting />
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            onClose()
            onSearch()
          }}
          className={row}
        >
          <Icon name="search" />
          Search or jump to…
        </button>
        <nav aria-label="Admin">
          {screens.map(({ label, to, icon }) => (
            <NavLink key={to} to={to} className={row}>
              <Icon name={icon} />
              {label}
            </NavLink>
          ))}
          <a href={paths.home()} className={row}>
            <Icon name="home" />
            View Site
          </a>
          <button type="button" onClick={signOut} className={row}>
            <Icon name="leave" />
            Sign Out
          </button>
        </nav>
        <div className="px-3 pt-3">
          <ThemeSwitch />
        </div>
      </div>
    </Panel>
  )
}
