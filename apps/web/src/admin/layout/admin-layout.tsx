import { useState } from 'react'
import { Outlet } from 'react-router'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import { useFocusMode } from './focus-mode.ts'
import { type Overlay, Overlays } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useAdminKeys } from './use-admin-keys.ts'

export function AdminLayout() {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  return (
    <Shortcuts isPaused={overlay !== null}>
      <Frame onShow={setOverlay} />
      <Overlays shown={overlay} onShow={setOverlay} />
    </Shortcuts>
  )
}

/** The bars and the screen; in focus mode the screen alone. It stays mounted: it holds what was typed. */
function Frame({ onShow }: { onShow(overlay: Overlay): void }) {
  const { isFocused } = useFocusMode()
  useAdminKeys(onShow)
  return (
    <div className={isFocused ? '' : 'min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]'}>
      {!isFocused && <Sidebar />}
      <div className="min-w-0">
        {!isFocused && <TopBar onSearch={() => onShow('palette')} />}
        <main>
          <Outlet />
        </main>
      </div>
      {!isFocused && <TabBar />}
    </div>
  )
}
