import { lazy, useSyncExternalStore } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { answerConfirmation, isConfirmationAsked, onConfirmationAsked } from '../auth/confirmation.ts'
import { LazyBoundary } from '../screen/lazy-boundary.tsx'
import { useThemedPage } from '../theme/use-theme.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'

/** Layout of all admin pages, with and without a session. */
export function Shell() {
  useThemedPage()
  const isConfirmationOpen = useSyncExternalStore(onConfirmationAsked, isConfirmationAsked)
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      {isConfirmationOpen && (
        <LazyBoundary name="The confirmation" onFailed={() => answerConfirmation(false)}>
          <ConfirmDialog />
        </LazyBoundary>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

const ConfirmDialog = lazy(async () => ({
  default: (await import('../second-factors/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Pages opened by URL share the key “default”, so their scroll positions are stored per path. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)
