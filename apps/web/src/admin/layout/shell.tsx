import { Outlet, ScrollRestoration } from 'react-router'
import { AnalyticsNotice } from './analytics-notice.tsx'

/** What every admin page has around it, signed in or not. */
export function Shell() {
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      <ScrollRestoration />
    </>
  )
}
