import { ROLES, users } from '@nightdesk/contracts'
import { createUser } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../../env.ts'
import { requireValid } from '../../require-valid.ts'
import { withDatabase } from '../../with-database.ts'
import { auditOperator } from './change.ts'
import { askOption, choosePassword } from './password.ts'

const accountFields = users.create.input.omit({ password: true })

export const create = defineCommand({
  meta: { name: 'create', description: 'Create an account' },
  args: {
    email: { type: 'string', required: true, description: 'What they sign in with' },
    name: { type: 'string', required: true, description: 'Their full name, as readers see it' },
    role: { type: 'enum', options: [...ROLES], required: true, description: 'What they may do' },
    'ask-password': askOption,
  },
  async run({ args }) {
    const env = readEnv()
    const fields = { username: args.email, full_name: args.name, role: args.role }
    const account = requireValid(accountFields, fields)
    const { hash, notice } = await choosePassword(env, account, args['ask-password'])
    await withDatabase(env, ({ db }) =>
      db.transaction().execute(async (tx) => {
        const created = await createUser(tx, { ...account, password_hash: hash })
        await auditOperator(tx, 'user.create', created, { role: created.role })
      }),
    )
    console.log([`Created ${account.username}, ${account.role}.`, ...notice].join('\n'))
  },
})
