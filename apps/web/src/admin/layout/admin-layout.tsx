import { useState } from 'react'
import { Outlet } from 'react-router'
import { useFocusMode, useIsWriting } from '../screen/focus-mode.ts'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import { NavigationRail } from './bars/navigation-rail.tsx'
import { Sidebar } from './bars/sidebar.tsx'
import { MAIN, SkipLink } from './bars/skip-link.tsx'
import { TabBar } from './bars/tab-bar.tsx'
import { TopBar } from './bars/top-bar.tsx'
import { type Overlay, Overlays } from './overlays.tsx'
import { useAdminKeys } from './use-admin-keys.ts'
import { useSendOrphaned } from './use-send-orphaned.ts'

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
