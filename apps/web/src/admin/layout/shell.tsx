import { Outlet, ScrollRestoration } from 'react-router'
import { useThemedPage } from '../theme/use-theme.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'

/** What every admin page has around it, signed in or not. */
export function Shell() {
  useThemedPage()
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      <ScrollRestoration />
    </>
  )
}
