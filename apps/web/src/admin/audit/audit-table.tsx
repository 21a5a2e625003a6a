import type { AuditLine } from '@nightdesk/contracts'
import { formatDateTime } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'

export function AuditTable({ lines }: { lines: AuditLine[] }) {
  return (
    <Table
      label="Audit log"
      head={
        <>
          <HeadCell>When</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>Action</HeadCell>
          <HeadCell>Target</HeadCell>
          <HeadCell>Network</HeadCell>
        </>
      }
    >
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </Table>
  )
}

function Row({ line }: { line: AuditLine }) {
  const detail = describeDetail(line.detail)
  return (
    <tr>
      <Cell className="whitespace-nowrap">{formatDateTime(line.at)}</Cell>
      <Cell label="Who" className="min-w-32 wrap-anywhere">
        {whoOf(line)}
      </Cell>
      <Cell label="Action">
        {isRefusal(line.action) ? (
          <Badge tone="warning" isVerbatim>
            {line.action}
          </Badge>
        ) : (
          line.action
        )}
      </Cell>
      <Cell label="Target" className="min-w-48 wrap-anywhere">
        <span className="block">{line.target}</span>
        {detail && <span className="block text-xs text-muted">{detail}</span>}
      </Cell>
      <Cell label="Network" className="wrap-anywhere text-ink-2">
        {line.ip_prefix ?? 'None'}
      </Cell>
    </tr>
  )
}

const isRefusal = (action: string) => /(^|\.)(refused|failed)$/.test(action)

function whoOf({ actor, actor_id, ip_prefix, detail }: AuditLine): string {
  if (actor) return actor
  if (actor_id) return `Account ${actor_id}`
  if (ip_prefix) return 'Not signed in'
  return detail.by === 'operator' ? 'Operator' : 'Nightdesk'
}

/** The other details of a line, in few words; without hashes. */
const describeDetail = ({ account: _, by: __, ...detail }: AuditLine['detail']) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join(' · ')

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
