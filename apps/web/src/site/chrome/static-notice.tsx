import { createContext, useContext } from 'react'
import { formatDate } from '../../format.ts'
import { useSettings } from '../settings.ts'

const Static = createContext<string | null>(null)

/** Takes the instant at which a page is rendered to be read without a server; null for others. */
export const StaticProvider = Static.Provider

/** Whether the page is read without a server: then it has no scripts, no forms, and no links to what needs one. */
export const useIsStatic = () => useContext(Static) !== null

/** Says what such a page is, and what it lacks. */
export function StaticNotice() {
  const copied_at = useContext(Static)
  const { name, timezone } = useSettings()
  if (copied_at === null) return null
  return (
    <p className="static-notice">
      {`A copy of ${name} of `}
      <time dateTime={copied_at}>{formatDate(copied_at, timezone)}</time>
      {'. It has no search, and counts no readers.'}
    </p>
  )
}
