import { type AuditFilter, type AuditLine, MAX_EXPORTED_LINES } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { toCsv } from '../analytics/period/csv.ts'
import { notify } from '../notify.ts'

/** Downloads the newest lines as a file. */
export function useExport(filter: AuditFilter) {
  const { mutate, isPending } = api.audit.export.useMutation({
    meta: { failure: { title: 'Failed to export the audit log' } },
    onSuccess({ lines, has_more }) {
      download(`audit-${new Date().toISOString().slice(0, 10)}.csv`, linesToCsv(lines), 'text/csv')
      if (has_more)
        notify({
          kind: 'warning',
          title: `The newest ${MAX_EXPORTED_LINES} lines were exported`,
          description: '`nightdesk audit export` prints all of them.',
        })
    },
  })
  return { run: () => mutate(filter), isPending }
}

const linesToCsv = (lines: AuditLine[]) =>
  toCsv([
    ['id', 'at', 'actor_id', 'actor', 'action', 'target', 'network', 'request_id', 'detail'],
    ...lines.map((line) => [
      line.id,
      line.at,
      line.actor_id,
      line.actor,
      line.action,
      line.target,
      line.ip_prefix,
      line.request_id,
      JSON.stringify(line.detail),
    ]),
  ])
