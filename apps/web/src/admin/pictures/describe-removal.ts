import type { Picture, Removal } from '@nightdesk/contracts'
import { formatCount } from '../../format.ts'
import type { Notice } from '../../ui/toast.tsx'
import { nameRefused } from '../screen/selection.tsx'

/** The description of a picture in quotation marks, or its file name. */
export const nameOf = ({ alt, filename }: Pick<Picture, 'alt' | 'filename'>) => (alt ? `“${alt}”` : filename)

export const countPictures = (count: number) => formatCount(count, 'picture')

/** What a notice says after a removal. */
export function describeRemoval(
  results: readonly Removal[],
  selected: readonly Pick<Picture, 'id' | 'alt' | 'filename'>[],
): Pick<Notice, 'kind' | 'title' | 'description'> {
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) {
    const description = 'Their files are deleted in a week.'
    return { kind: 'success', title: `${countPictures(results.length)} removed`, description }
  }
  const title = `${refused.length} of ${countPictures(results.length)} ${refused.length === 1 ? 'was' : 'were'} not removed`
  const names = new Map(selected.map((picture) => [picture.id, nameOf(picture)]))
  return { kind: 'warning', title, description: nameRefused(refused, (id) => names.get(id) ?? '') }
}
