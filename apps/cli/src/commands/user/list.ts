import { Command } from '@commander-js/extra-typings'
import type { User } from '@nightdesk/contracts'
import { listUsers } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const list = new Command('list')
  .description('List all accounts')
  .option('--json', 'As JSON, for programs')
  .action(async ({ json }) => {
    const users = await withDatabase(readEnv(), ({ db }) => listUsers(db))
    console.log(json ? JSON.stringify(users, null, 2) : table(users))
  })

const HEADINGS = ['EMAIL', 'NAME', 'ROLE', 'STATUS', 'LAST SIGNED IN']

function table(users: User[]): string {
  const rows = [HEADINGS, ...users.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

const cells = ({ username, full_name, role, status, last_logged_in }: User) =>
  [username, full_name, role, status, last_logged_in ?? 'never'].map(withoutControls)

/** A name may contain control characters, which move the cursor of a terminal. */
export const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, ' ')
