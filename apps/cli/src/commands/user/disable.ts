import { changeUser } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../../env.ts'
import { auditOperator, changeAccount } from './change.ts'

export const disable = defineCommand({
  meta: { name: 'disable', description: 'Disable an account and sign it out everywhere' },
  args: { email: { type: 'string', required: true, description: 'Whose account' } },
  async run({ args }) {
    const status = 'disabled'
    const { username } = await changeAccount(readEnv(), args.email, async (tx, account) => {
      await auditOperator(tx, 'user.update', account, { fields: ['status'], status })
      return changeUser(tx, null, account.id, { status })
    })
    console.log(`Disabled ${username}.`)
  },
})
