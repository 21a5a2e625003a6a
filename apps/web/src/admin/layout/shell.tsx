import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useThemedPage } from '../theme/use-theme.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'

/** Layout of all admin pages, with and without a session. */
export function Shell() {
  useThemedPage()
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/** Pages opened by URL share the key “default”, so their scroll positions are stored per path. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)
