import { Outlet } from 'react-router'
import { useFocusMode } from './focus-mode.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Sidebar, top bar and the screen; in focus mode the screen alone. It stays mounted: it holds what was typed. */
export function AdminLayout() {
  const { isFocused } = useFocusMode()
  return (
    <div className={isFocused ? '' : 'min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]'}>
      {!isFocused && <Sidebar />}
      <div className="min-w-0">
        {!isFocused && <TopBar />}
        <main>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
