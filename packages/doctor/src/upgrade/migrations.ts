import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { type LockedTable, lockedTables, pendingMigrations } from '@nightdesk/db'
import { type Finding, fine, hint } from '../finding.ts'
import type { UpgradeSubject } from './check-upgrade.ts'

export async function migrations({ db }: UpgradeSubject): Promise<Finding> {
  const { isNew, files } = await pendingMigrations(db)
  if (isNew) return fine('The database is new.')
  if (files.length === 0) return fine('None is pending.')
  const pending = `Pending: ${files.map(({ name }) => name).join(', ')}.`
  const locks = await lockedTables(db, files)
  if (locks.length === 0) return fine(`${pending} They lock no table that is in use.`)
  return hint(`${pending} ${describeLocks(locks)}`, WHEN)
}

const WHEN =
  'Upgrade when few people write. The larger a table, the longer it takes; a lock that is not given within two seconds is asked for again.'

const MEANING: [LockedTable['blocked'], string][] = [
  ['everybody', 'Meanwhile nobody reads or writes'],
  ['writers', 'Meanwhile nobody writes'],
  ['rows', 'Rows are changed in'],
]

/** Such as `Meanwhile nobody writes articles (12 MB), users (80 KB).` */
function describeLocks(locks: LockedTable[]): string {
  return MEANING.flatMap(([blocked, meaning]) => {
    const tables = locks.filter((lock) => lock.blocked === blocked)
    const names = tables.map(({ table, bytes }) => `${table} (${formatBytes(bytes)})`)
    return names.length === 0 ? [] : [`${meaning} ${names.join(', ')}.`]
  }).join(' ')
}
