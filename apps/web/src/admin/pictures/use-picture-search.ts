import { PICTURE_USES, type PictureUse } from '@nightdesk/contracts'
import { usePagedSearch } from '../screen/url/use-paged-search.ts'

/** The filters of the pictures, stored in the URL. */
export function usePictureSearch() {
  const { params, update, ...list } = usePagedSearch()
  const use: PictureUse | undefined = PICTURE_USES.find((known) => known === params.get('use'))
  return { ...list, use, showUse: (next: string) => update({ use: next }) }
}
