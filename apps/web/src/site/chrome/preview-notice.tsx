import { formatDateTime } from '../../format.ts'
import { useRendering } from '../settings.ts'

/** Says that the page is not public. It is inside `<main>`, so that the next page removes it. */
export function PreviewNotice() {
  const { preview, site } = useRendering()
  if (!preview || preview.is_proof) return null
  return (
    <p className="preview-notice" data-preview>
      <strong>Preview</strong> Only people with this link see this page. It works until{' '}
      <time dateTime={preview.expires_at}>{formatDateTime(preview.expires_at, site.timezone)}</time>.
    </p>
  )
}
