import { paths } from '../../paths.ts'
import { useIsPreview } from '../settings.ts'

/** The link to the e-book of a story. Only published stories have one. */
export function DownloadBook({ id }: { id: number }) {
  if (useIsPreview()) return null
  return (
    <a className="tool" href={paths.book(id)} download>
      Download EPUB
    </a>
  )
}
