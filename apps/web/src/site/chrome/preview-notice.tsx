import { createContext, useContext } from 'react'
import { formatDateTime } from '../../format.ts'
import type { PreviewLink } from '../../server-api.ts'
import { useSettings } from '../settings.ts'

const Preview = createContext<PreviewLink | null>(null)

export const PreviewProvider = Preview.Provider

/** Whether a preview link shows the page. It then has no canonical address, and its views are not counted. */
export const useIsPreview = () => useContext(Preview) !== null

/** Says that the page is not public. It is inside `<main>`, so that the next page removes it. */
export function PreviewNotice() {
  const preview = useContext(Preview)
  const { timezone } = useSettings()
  if (!preview || preview.is_proof) return null
  return (
    <p className="preview-notice" data-preview>
      <strong>Preview</strong> Only people with this link see this page. It works until{' '}
      <time dateTime={preview.expires_at}>{formatDateTime(preview.expires_at, timezone)}</time>.
    </p>
  )
}
