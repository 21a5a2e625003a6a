import { NavLink } from 'react-router'
import { paths } from '../../../paths.ts'
import { useScreens } from '../../navigation/screens.ts'
import { KeyHint } from '../../shortcuts/key-hint.tsx'
import { ThemeSwitch } from '../../theme/theme-switch.tsx'
import { Brand, Greeting } from './brand.tsx'

const item =
  'flex h-[34px] shrink-0 items-center justify-between rounded-control border border-transparent px-2.5 text-ink-2 ' +
  'hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium ' +
  'aria-[current=page]:text-ink'

/** Navigation on wide screens; narrow ones have the tab bar. */
export function Sidebar() {
  const screens = useScreens()
  return (
    <aside
      aria-label="Sidebar"
      className="sidebar sticky top-0 flex h-dvh w-60 flex-col overflow-y-auto border-r border-line bg-sunken px-3 pt-6 max-md:hidden"
    >
      <div className="flex flex-col gap-1 px-2">
        <Brand />
        <Greeting />
      </div>
      <nav aria-label="Admin" className="mt-4 flex flex-col">
        {screens.map(({ label, to, keys }) => (
          <NavLink key={to} to={to} className={item}>
            <span>{label}</span>
            <KeyHint keys={keys} />
          </NavLink>
        ))}
        <a href={paths.home()} className={item}>
          <span>
            View Site <span aria-hidden>↗</span>
          </span>
        </a>
      </nav>
      <div className="mt-auto pt-4">
        <ThemeSwitch />
      </div>
    </aside>
  )
}
