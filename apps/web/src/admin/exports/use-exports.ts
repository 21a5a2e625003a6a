import type { Export } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../polling.ts'

export const isUnderWay = ({ state }: Pick<Export, 'state'>) => state === 'waiting' || state === 'running'

/** The exports of the last 30 days, refetched often while one is made. */
export const useExports = () =>
  api.exports.list.useQuery(
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FAST_POLL_MS : POLL_MS),
      meta: { failure: { title: 'Failed to load the exports' } },
    },
  )

/** Calls that change the list. */
export function useExportRequests() {
  const utils = api.useUtils()
  const onSettled = () => utils.exports.list.invalidate()
  const create = api.exports.create.useMutation({
    meta: { failure: { title: 'Failed to begin the export' } },
    onSettled,
  })
  const remove = api.exports.remove.useMutation({
    meta: { failure: { title: 'Failed to delete the export' } },
    onSettled,
  })
  return { create, remove }
}

/** Downloads the file of an export as a browser downloads any other: it may be too large for the memory of this page. */
export function useDownload() {
  return api.exports.link.useMutation({
    meta: { failure: { title: 'Failed to download the export' } },
    onSuccess({ url }) {
      const { pathname, search } = new URL(url)
      const link = document.createElement('a')
      link.href = pathname + search
      // A link that has ended fails as a download, and leaves this screen open.
      link.download = ''
      link.click()
    },
  })
}
