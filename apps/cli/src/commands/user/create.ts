import { Command, Option } from '@commander-js/extra-typings'
import { ROLES, users } from '@nightdesk/contracts'
import { createUser } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { requireValid } from '../../require-valid.ts'
import { withDatabase } from '../../with-database.ts'
import { auditOperator } from './change.ts'
import { askOption, choosePassword } from './password.ts'

const accountFields = users.create.input.omit({ password: true })

export const create = new Command('create')
  .description('Create an account')
  .requiredOption('--email <email>', 'What they sign in with')
  .requiredOption('--name <name>', 'Their full name, as readers see it')
  .addOption(new Option('--role <role>', 'What they may do').choices(ROLES))
  .addOption(askOption)
  .action(async ({ email, name, role, askPassword }) => {
    const env = readEnv()
    const fields = { username: email, full_name: name, role }
    const account = requireValid(accountFields, fields)
    const { hash, notice } = await choosePassword(env, account, askPassword)
    await withDatabase(env, ({ db }) =>
      db.transaction().execute(async (tx) => {
        const created = await createUser(tx, { ...account, password_hash: hash })
        await auditOperator(tx, 'user.create', created, { role: created.role })
      }),
    )
    console.log([`Created ${account.username}, ${account.role}.`, ...notice].join('\n'))
  })
