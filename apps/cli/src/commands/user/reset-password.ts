import { setPassword } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../../env.ts'
import { auditOperator, changeAccount } from './change.ts'
import { choosePassword } from './password.ts'

export const resetPassword = defineCommand({
  meta: { name: 'reset-password', description: 'Give an account a new password and sign it out everywhere' },
  args: {
    email: { type: 'string', required: true, description: 'Whose account' },
    password: { type: 'string', description: 'Without one, a password is generated and shown once' },
  },
  async run({ args }) {
    const env = readEnv()
    const { hash, notice } = await choosePassword(env, args.email, args.password)
    await changeAccount(env, args.email, async (tx, account) => {
      await setPassword(tx, account.id, hash)
      await auditOperator(tx, 'password.reset', account)
    })
    console.log([`${args.email} has a new password.`, ...notice].join('\n'))
  },
})
