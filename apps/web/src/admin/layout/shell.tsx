import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useThemedPage } from '../theme/use-theme.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'

/** What every admin page has around it, signed in or not. */
export function Shell() {
  useThemedPage()
  return (
    <>
      <Outlet />
      <AnalyticsNotice />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}

/** Every page that was opened by its address has the key “default”: where one was scrolled to is not where another is. */
const placeOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)
