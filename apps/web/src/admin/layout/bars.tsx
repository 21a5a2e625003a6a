import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { KEYS } from '../../local-storage.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { loadPalette } from '../palette/palette-keys.ts'
import { useFocusMode, useIsWriting } from '../screen/focus-mode.ts'
import { measureNotice } from '../screen/measure-bar.ts'
import { focusHeading, useSiteName } from '../screen/page.tsx'
import { useStored } from '../screen/use-stored.ts'
import { isCurrent, type Screen, useCurrentPath, useScreens } from '../screens.ts'
import { KeyHint, PaletteHint } from '../shortcuts/show-keys.tsx'
import { useSignOut } from '../sign-out.ts'
import { ThemeSwitch } from '../theme.tsx'

/** On a phone only the site name and the search; the tab bar has the rest. */
export function TopBar({ onSearch }: { onSearch(): void }) {
  const signOut = useSignOut()
  return (
    <header className="top-bar sticky top-0 z-10 flex h-13 items-center justify-between gap-2 border-b border-line bg-bg px-4 sm:px-6">
      <div className="min-w-0 md:hidden">
        <Brand />
      </div>
      <button
        {...opensPalette(onSearch)}
        className="group flex h-11 min-w-11 items-center justify-center gap-2 rounded-control text-muted hover:text-ink max-md:-mr-3 md:h-8 md:pr-2"
      >
        <Icon name="search" className="size-5 md:hidden" />
        <span className="whitespace-nowrap max-md:sr-only">Search or jump to…</span>
        <PaletteHint />
      </button>
      <div className="flex gap-2 max-md:hidden">
        <a href={paths.home()} className={buttonClass()}>
          View Site
        </a>
        <Button onClick={signOut}>Sign Out</Button>
        <Link to={paths.admin.newDraft} className={`group ${buttonClass({ variant: 'primary' })}`}>
          New Article
          <span className="absolute top-full right-0 mt-1.5">
            <KeyHint keys="c" />
          </span>
        </Link>
      </div>
    </header>
  )
}

/** A button that opens the palette, and loads its code before. */
const preloadPalette = () => void loadPalette()
const opensPalette = (onClick: () => void) =>
  ({
    type: 'button',
    'aria-haspopup': 'dialog',
    onClick,
    onPointerEnter: preloadPalette,
    onFocus: preloadPalette,
  }) as const

const sidebarItem =
  'group flex h-[34px] shrink-0 items-center justify-between rounded-control border border-transparent px-2.5 text-ink-2 ' +
  'hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium ' +
  'aria-[current=page]:text-ink'

/** Navigation on wide screens; narrow ones have the tab bar. */
export function Sidebar() {
  return (
    <aside
      aria-label="Sidebar"
      className="sidebar sticky top-0 flex h-dvh w-(--sidebar-width) flex-col overflow-y-auto border-r border-line bg-sunken px-3 pt-6 max-md:hidden"
    >
      <div className="flex flex-col gap-1 px-2">
        <Brand />
        <Greeting />
      </div>
      <nav aria-label="Admin" className="mt-4 flex flex-col">
        <Grouped
          screens={useScreens()}
          toggle={(library) => (
            <button type="button" {...library} className={`${sidebarItem} aria-expanded:text-ink`}>
              <span>Library</span>
              <Icon name="chevron" className="size-4 group-aria-expanded:rotate-180" />
            </button>
          )}
        >
          {(screen) => (
            <ScreenLink screen={screen} className={`${sidebarItem} ${screen.isInLibrary ? 'ml-3' : ''}`}>
              <span>{screen.label}</span>
              <KeyHint keys={screen.keys} />
            </ScreenLink>
          )}
        </Grouped>
        <a href={paths.home()} className={sidebarItem}>
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

interface ScreenLinkProps extends Omit<LinkProps, 'to'> {
  screen: Pick<Screen, 'to' | 'leadsTo'>
}

function ScreenLink({ screen, ...link }: ScreenLinkProps) {
  const path = useCurrentPath()
  return <Link to={screen.to} aria-current={isCurrent(screen, path) ? 'page' : undefined} {...link} />
}

/** A rail of icons that replaces the sidebar and the top bar while writing. */
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
      <button {...opensPalette(onSearch)} {...rail('search', 'Search or jump to…')} />
      <nav aria-label="Admin" className="flex flex-col gap-1">
        <Grouped
          screens={useScreens()}
          toggle={(library) => <button type="button" {...library} {...rail('library', 'Library')} />}
        >
          {(screen) => <ScreenLink screen={screen} {...rail(screen.icon, screen.label)} />}
        </Grouped>
        <a href={paths.home()} {...rail('home', 'View Site')} />
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <Link to={paths.admin.newDraft} {...rail('plus', 'New Article')} />
        <button type="button" onClick={signOut} {...rail('leave', 'Sign Out')} />
      </div>
    </aside>
  )
}

/** The look of an icon with a name. */
const rail = (icon: IconName, label: string) => ({
  title: label,
  className:
    'flex size-10 shrink-0 items-center justify-center rounded-control border border-transparent text-ink-2 ' +
    'hover:bg-surface hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-ink',
  children: (
    <>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </>
  ),
})

interface GroupedProps {
  screens: Screen[]
  toggle(library: { 'aria-expanded': boolean; onClick(): void }): ReactNode
  children(screen: Screen): ReactNode
}

/** The screens, with those of the group Library behind a button. It is open where one of them is shown, or as it was left. */
function Grouped({ screens, toggle, children }: GroupedProps) {
  const path = useCurrentPath()
  const [stored, store] = useStored('admin_library')
  // The path on which the group was closed although it belongs to it.
  const [closedOn, setClosedOn] = useState<string | null>(null)
  const library = screens.filter(({ isInLibrary }) => isInLibrary)
  const isShown = library.some((screen) => isCurrent(screen, path))
  const isOpen = isShown ? closedOn !== path : stored !== null
  const onClick = () => {
    store(isOpen ? null : 'open')
    setClosedOn(isOpen ? path : null)
  }
  return screens.map((screen) => (
    <Fragment key={screen.to}>
      {screen === library[0] && toggle({ 'aria-expanded': isOpen, onClick })}
      {(isOpen || !screen.isInLibrary) && children(screen)}
    </Fragment>
  ))
}

const tab =
  'flex flex-col items-center justify-center gap-0.5 text-xs text-muted -outline-offset-2! hover:text-ink ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-ink'

const newArticle = { label: 'New', to: paths.admin.newDraft, icon: 'plus' } as const

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
      {tabs.map((screen) => (
        <ScreenLink key={screen.to} screen={screen} className={tab}>
          <Icon name={screen.icon} />
          {screen.label}
        </ScreenLink>
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

/** The look of an entry of the drawer. */
const entry = (icon: IconName, label: string) => ({
  className:
    'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left text-md text-ink-2 hover:text-ink ' +
    'aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink',
  children: (
    <>
      <Icon name={icon} />
      {label}
    </>
  ),
})

interface MoreDrawerProps {
  open: boolean
  onClose(): void
  onSearch(): void
}

/** Screens without a tab of their own. */
function MoreDrawer({ open, onClose, onSearch }: MoreDrawerProps) {
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
          {...entry('search', 'Search or jump to…')}
        />
        <nav aria-label="Admin">
          {screens.map((screen) => (
            <ScreenLink
              key={screen.to}
              screen={screen}
              onClick={onClose}
              {...entry(screen.icon, screen.label)}
            />
          ))}
          <a href={paths.home()} {...entry('home', 'View Site')} />
          <button type="button" onClick={signOut} {...entry('leave', 'Sign Out')} />
        </nav>
        <div className="px-3 pt-3">
          <ThemeSwitch />
        </div>
      </div>
    </Panel>
  )
}

function Brand() {
  return (
    <p className="flex min-w-0 items-center gap-2 font-serif text-lg font-medium">
      <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-jacket" />
      <span className="truncate">{useSiteName()}</span>
    </p>
  )
}

function Greeting() {
  return (
    <p className="text-xs text-muted">
      Welcome, <span>Admin</span>
    </p>
  )
}

export const MAIN = 'main'

/** The first focusable element: skips the bars. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN}`}
      // The URL stays, because on the settings screen the hash names a section.
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(MAIN)?.focus()
      }}
      className="fixed top-2 left-2 z-50 rounded-control border border-control bg-surface px-4 py-2 not-focus:sr-only"
    >
      Skip to content
    </a>
  )
}

const besideScreen =
  'md:inset-x-auto md:bottom-4 md:left-3 md:w-[13.5rem] md:flex-col md:items-start md:rounded-card md:border md:p-4'

/**
 * The analytics notice of the public pages; dismissing it counts for both. It never covers anything: on wide screens it is at the
 * bottom of the sidebar, on a phone above the tab bar, and beside a text that is written one line below the save bar.
 */
export function AnalyticsNotice() {
  const [viewed, store] = useStored(KEYS.noticeViewed)
  const cameFrom = useRef<HTMLElement>(null)
  const { isFocused } = useFocusMode()
  const isLine = useIsWriting()
  if (viewed !== null) return null

  function dismiss() {
    store('true')
    if (cameFrom.current?.isConnected) cameFrom.current.focus()
    else focusHeading()
  }

  return (
    <section
      ref={measureNotice}
      aria-label="Analytics notice"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          cameFrom.current = relatedTarget
        }
      }}
      data-small={isLine || undefined}
      className={`analytics-notice fixed inset-x-0 bottom-(--tabs-height) z-20 flex items-center gap-3 border-t border-line bg-surface px-4 py-2 text-xs ${isLine ? `justify-center ${isFocused ? '' : 'md:left-(--rail-width)'}` : besideScreen}`}
    >
      <p className="text-ink-2">
        {isLine
          ? 'Anonymous analytics, no personal information. '
          : 'This site uses anonymous analytics and collects no personal information. Read our '}
        <a href={paths.privacy}>Privacy Policy</a> and <a href={paths.terms}>Terms and Conditions</a>.
      </p>
      <Button size={isLine ? 'sm' : 'md'} onClick={dismiss}>
        Got it
      </Button>
    </section>
  )
}
