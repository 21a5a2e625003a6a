import { formatDate } from '../../format.ts'
import { useRendering } from '../settings.ts'

/** Says what such a page is, and what it lacks. */
export function StaticNotice() {
  const { copied_at, site } = useRendering()
  if (!copied_at) return null
  return (
    <p className="static-notice">
      {`A copy of ${site.name} of `}
      <time dateTime={copied_at}>{formatDate(copied_at, site.timezone)}</time>
      {'. It has no search, and counts no readers.'}
    </p>
  )
}
