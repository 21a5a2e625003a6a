import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { toCsv } from '../analytics/period/csv.ts'

/** Downloads all redirects as a file. */
export function useExportRedirects() {
  const { client } = api.useUtils()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.redirects.export.query({}),
    meta: { failure: { title: 'Failed to export the redirects' } },
    onSuccess: (rows) =>
      download(
        `redirects-${new Date().toISOString().slice(0, 10)}.csv`,
        toCsv([['path', 'target'], ...rows.map(({ path, target }) => [path, target])]),
        'text/csv',
      ),
  })
  return { run: () => mutate(), isPending }
}
