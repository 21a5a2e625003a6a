import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useScreens } from '../../navigation/screens.ts'
import { MoreDrawer } from './more-drawer.tsx'

const tab =
  'flex flex-col items-center justify-center gap-0.5 text-xs text-muted -outline-offset-2! hover:text-ink ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-ink'

const newArticle = { label: 'New', to: paths.admin.newDraft, icon: 'plus' } as const

/** Navigation on a phone, at the bottom of the screen. */
export function TabBar({ onSearch }: { onSearch(): void }) {
  const tabs = [...useScreens().filter(({ hasTab }) => hasTab), newArticle]
  const { pathname } = useLocation()
  // The path on which the drawer was opened; on another path it is closed.
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isOpen = openedOn === pathname
  return (
    <nav
      aria-label="Tabs"
      className="tab-bar fixed inset-x-0 bottom-0 z-20 grid h-(--tabs-height) grid-cols-4 border-t border-line bg-surface md:hidden"
    >
      {tabs.map(({ label, to, icon }) => (
        <NavLink key={to} to={to} className={tab}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenedOn(pathname)}
        className={tab}
      >
        <Icon name="more" />
        More
      </button>
      <MoreDrawer open={isOpen} onClose={() => setOpenedOn(null)} onSearch={onSearch} />
    </nav>
  )
}
