import { paths } from '../../paths.ts'
import { useIsPreview } from '../chrome/preview-notice.tsx'

/** The story for an e-book reader. Only what is published can be taken along. */
export function DownloadBook({ id }: { id: number }) {
  if (useIsPreview()) return null
  return (
    <a className="tool" href={paths.book(id)} download>
      Download EPUB
    </a>
  )
}
