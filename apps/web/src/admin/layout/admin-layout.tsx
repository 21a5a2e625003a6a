import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Location, Outlet, ScrollRestoration, useMatch, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { answerConfirmation, isConfirmationAsked, onConfirmationAsked } from '../auth/confirmation.ts'
import { readUserId } from '../auth/session.ts'
import { loadPalette, usePaletteKey, useTypeAhead } from '../palette/palette-keys.ts'
import { useFocusMode, useFocusModeEnd, useIsTypingExpected, useIsWriting } from '../screen/focus-mode.ts'
import { lazyPart } from '../screen/lazy.tsx'
import { Page } from '../screen/page.tsx'
import { useScreens } from '../screens.ts'
import { focusRow, Shortcuts, useShortcuts } from '../shortcuts/shortcuts.tsx'
import { useThemedPage } from '../theme.tsx'
import { AnalyticsNotice, MAIN, NavigationRail, Sidebar, SkipLink, TabBar, TopBar } from './bars.tsx'

export function AdminLayout() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  return (
    <Shortcuts isPaused={overlay !== null} isForWriting={useIsTypingExpected()}>
      <Frame onShow={setOverlay} />
      <Overlays shown={overlay} onShow={setOverlay} />
    </Shortcuts>
  )
}

/** A layer over the screen; only one is open at a time. */
type Overlay = 'palette' | 'help'

interface OverlaysProps {
  shown: Overlay | null
  onShow(overlay: Overlay | null): void
}

function Overlays({ shown, onShow }: OverlaysProps) {
  const close = () => onShow(null)
  const takeTyped = useTypeAhead(shown === 'palette', close)
  return (
    <>
      {shown === 'palette' && <Palette takeTyped={takeTyped} onClose={close} onHelp={() => onShow('help')} />}
      {shown === 'help' && <HelpSheet onClose={close} />}
    </>
  )
}

const Palette = lazyPart('The command palette', async () => (await loadPalette()).Palette)
const HelpSheet = lazyPart('The help', async () => (await import('../shortcuts/help-sheet.tsx')).HelpSheet)

/**
 * Bars and screen; in focus mode only the screen. The screen stays mounted when the mode changes, because it holds
 * unsaved text.
 */
function Frame({ onShow }: { onShow(overlay: Overlay): void }) {
  const { isFocused } = useFocusMode()
  const isWriting = useIsWriting()
  const search = () => onShow('palette')
  useAdminKeys(onShow)
  useSendOrphaned()
  useFocusModeEnd()
  return (
    <div
      className={
        isFocused ? '' : 'min-h-[calc(100dvh-var(--foot-height))] md:grid md:grid-cols-[auto_minmax(0,1fr)]'
      }
    >
      <SkipLink />
      {!isFocused && (isWriting ? <NavigationRail onSearch={search} /> : <Sidebar />)}
      <div className="min-w-0">
        {!isFocused && !isWriting && <TopBar onSearch={search} />}
        <main id={MAIN} tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
      </div>
      {!isFocused && <TabBar onSearch={search} />}
    </div>
  )
}

function useAdminKeys(onShow: (overlay: Overlay) => void) {
  const navigate = useNavigate()
  const shownId = useMatch('/admin/draft/:id')?.params.id
  const screens = useScreens().map(({ keys, to }) => [keys, () => navigate(to)] as const)
  usePaletteKey(() => onShow('palette'))
  useShortcuts({
    ...Object.fromEntries(screens),
    c: () => navigate(paths.admin.newDraft),
    '/': () => focusSearch() || onShow('palette'),
    '?': () => onShow('help'),
    j: () => focusRow(1),
    k: () => focusRow(-1),
    ...(shownId && { e: () => navigate(paths.admin.editDraft(Number(shownId))) }),
  })
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}

/** Milliseconds, so that the screen loads first. */
const SEND_AFTER = 1_000

/** Sends journal entries of earlier visits and screens in the background, also when the line is back. */
function useSendOrphaned(): void {
  const { client, articles, newArticles } = api.useUtils()
  useEffect(() => {
    async function send() {
      const user = readUserId()
      if (user === null) return
      const { sendOrphaned } = await import('../articles/saving/unsent.ts')
      if (!(await sendOrphaned(client, user))) return
      await Promise.all([articles.list.invalidate(), newArticles.list.invalidate()])
    }
    // What cannot be sent stays in the journal.
    const trySending = () => void send().catch(() => undefined)
    const timer = setTimeout(trySending, SEND_AFTER)
    window.addEventListener('online', trySending)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', trySending)
    }
  }, [client, articles, newArticles])
}

/** Layout of all admin pages, with and without a session. */
export function Shell() {
  useThemedPage()
  const isConfirmationOpen = useSyncExternalStore(onConfirmationAsked, isConfirmationAsked)
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      {isConfirmationOpen && <ConfirmDialog />}
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

const ConfirmDialog = lazyPart(
  'The confirmation',
  async () => (await import('../second-factors/confirm-dialog.tsx')).ConfirmDialog,
  { onFailed: () => answerConfirmation(false) },
)

/** Pages opened by URL share the key “default”, so their scroll positions are stored per path. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

export function NotFound() {
  return (
    <Page title="Oops! The page you're looking for doesn't exist.">
      <p>
        <a href={paths.home()} className={buttonClass({ variant: 'primary' })}>
          Go back to Home
        </a>
      </p>
    </Page>
  )
}

/** A screen has thrown, or its code could not be loaded: after a release of a newer version, or offline. */
export function RouteError() {
  const [wasOffline] = useState(!navigator.onLine)
  useEffect(() => {
    if (!wasOffline) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [wasOffline])
  if (wasOffline)
    return (
      <Page title="You are offline">
        <p role="alert">This screen is loaded when the line is back.</p>
      </Page>
    )
  return (
    <Page title="Something went wrong">
      <p role="alert">This screen could not be shown. Loading the page again usually helps.</p>
      <p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </p>
    </Page>
  )
}
