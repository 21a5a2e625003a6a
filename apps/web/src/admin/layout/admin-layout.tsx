import { useEffect, useState } from 'react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { readUserId } from '../auth/session.ts'
import { useScreens } from '../navigation/screens.ts'
import { usePaletteKey } from '../palette/use-palette-key.ts'
import { useFocusMode, useIsWriting } from '../screen/focus-mode.ts'
import { Shortcuts, useShortcuts } from '../shortcuts/shortcuts.tsx'
import { useRowKeys } from '../shortcuts/use-row-keys.ts'
import { NavigationRail } from './bars/navigation-rail.tsx'
import { Sidebar } from './bars/sidebar.tsx'
import { MAIN, SkipLink } from './bars/skip-link.tsx'
import { TabBar } from './bars/tab-bar.tsx'
import { TopBar } from './bars/top-bar.tsx'
import { type Overlay, Overlays } from './overlays.tsx'
export function AdminLayout() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  return (
    <Shortcuts isPaused={overlay !== null} isForWriting={useIsWriting()}>
      <Frame onShow={setOverlay} />
      <Overlays shown={overlay} onShow={setOverlay} />
    </Shortcuts>
  )
}

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

/** Shortcuts on all screens. */
function useAdminKeys(onShow: (overlay: Overlay) => void) {
  const navigate = useNavigate()
  const shownId = useMatch('/admin/draft/:id')?.params.id
  const screens = useScreens().map(({ keys, to }) => [keys, () => navigate(to)] as const)
  usePaletteKey(() => onShow('palette'))
  useRowKeys()
  useShortcuts({
    ...Object.fromEntries(screens),
    c: () => navigate(paths.admin.newDraft),
    '/': () => focusSearch() || onShow('palette'),
    '?': () => onShow('help'),
    ...(shownId && { e: () => navigate(paths.admin.editDraft(Number(shownId))) }),
  })
}

/** Focuses the search field of the screen, if there is one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}

/** Milliseconds, so that the screen loads first. */
const SEND_AFTER = 1_000

/** Sends journal entries of earlier visits in the background. */
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
    // What cannot be sent stays in the journal until the next visit.
    const timer = setTimeout(() => send().catch(() => undefined), SEND_AFTER)
    return () => clearTimeout(timer)
  }, [client, articles, newArticles])
}
