import { Link, NavLink } from 'react-router'
import { paths } from '../../../paths.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useScreens } from '../../navigation/screens.ts'
import { useSignOut } from '../../navigation/use-sign-out.ts'
import { preloadPalette } from '../overlays.tsx'
import { Greeting } from './brand.tsx'

const item =
  'flex size-10 shrink-0 items-center justify-center rounded-control border border-transparent text-ink-2 ' +
  'hover:bg-surface hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-ink'

/** Instead of the sidebar and the top bar beside a text that is written: the same ways, as drawings with names. */
export function NavigationRail({ onSearch }: { onSearch(): void }) {
  const signOut = useSignOut()
  return (
    <aside
      aria-label="Sidebar"
      className="sidebar sticky top-0 flex h-dvh w-(--rail-width) flex-col items-center gap-1 overflow-y-auto border-r border-line bg-sunken pt-3 max-md:hidden"
    >
      <div className="sr-only">
        <Greeting />
      </div>
      <button
        type="button"
        title="Search or jump to…"
        aria-haspopup="dialog"
        onClick={onSearch}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        className={item}
      >
        <Sign icon="search" label="Search or jump to…" />
      </button>
      <nav aria-label="Admin" className="flex flex-col gap-1">
        {useScreens().map(({ label, to, icon }) => (
          <NavLink key={to} to={to} title={label} className={item}>
            <Sign icon={icon} label={label} />
          </NavLink>
        ))}
        <a href={paths.home()} title="View Site" className={item}>
          <Sign icon="home" label="View Site" />
        </a>
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <Link to={paths.admin.newDraft} title="New Article" className={item}>
          <Sign icon="plus" label="New Article" />
        </Link>
        <button type="button" title="Sign Out" onClick={signOut} className={item}>
          <Sign icon="leave" label="Sign Out" />
        </button>
      </div>
    </aside>
  )
}

const Sign = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <Icon name={icon} />
    <span className="sr-only">{label}</span>
  </>
)
