import { Command } from '@commander-js/extra-typings'
import { changeUser } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { auditOperator, changeAccount } from './change.ts'

export const disable = new Command('disable')
  .description('Disable an account and sign it out everywhere')
  .requiredOption('--email <email>', 'Whose account')
  .action(async ({ email }) => {
    const status = 'disabled'
    const { username } = await changeAccount(readEnv(), email, async (tx, account) => {
      await auditOperator(tx, 'user.update', account, { fields: ['status'], status })
      return changeUser(tx, null, account.id, { status })
    })
    console.log(`Disabled ${username}.`)
  })
