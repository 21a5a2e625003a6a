import type { AuditFilter } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { api } from '../../api.ts'
import { Select } from '../../ui/forms/field.tsx'
import { ListSearch } from '../screen/list/list-search.tsx'

/** The log stores hashes of e-mail addresses, so a complete address is searched by its hash. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

interface AuditFiltersProps {
  filter: AuditFilter
  actions: readonly string[]
  onChange(filter: AuditFilter): void
  /** A button after the filters. */
  action: ReactNode
}

/** Filters of the audit log. */
export function AuditFilters({ filter, actions, onChange, action }: AuditFiltersProps) {
  const users = api.users.list.useQuery({})
  const people = users.data?.map(({ id, full_name, username }) => ({
    value: String(id),
    label: full_name || username,
  }))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <Select
          label="Action"
          className="h-9 w-full sm:w-52"
          value={filter.action ?? ''}
          options={[{ value: '', label: 'All actions' }, ...optionsOf(actions, filter.action)]}
          onChange={({ target }) => onChange({ ...filter, action: target.value || undefined })}
        />
        <Select
          label="Who"
          className="h-9 w-full sm:w-52"
          value={String(filter.actor_id ?? '')}
          options={[{ value: '', label: 'Everybody' }, ...(people ?? [])]}
          onChange={({ target }) => onChange({ ...filter, actor_id: Number(target.value) || undefined })}
        />
      </div>
      <ListSearch
        label="Failed sign-ins as (e-mail)"
        value={filter.account}
        onSearch={(text) => onChange({ ...filter, account: EMAIL.exec(text)?.[0] })}
      />
      <div className="ml-auto">{action}</div>
    </div>
  )
}

/** Keeps the chosen action as an option even if no line has it any more. */
const optionsOf = (actions: readonly string[], chosen: string | undefined) =>
  [...new Set([...actions, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }))
