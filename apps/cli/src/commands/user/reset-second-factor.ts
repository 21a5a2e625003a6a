import { Command } from '@commander-js/extra-typings'
import { conflict } from '@nightdesk/contracts'
import { resetSecondFactors } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { auditOperator, changeAccount } from './change.ts'

export const resetSecondFactor = new Command('reset-second-factor')
  .description(
    'Remove the passkeys, authenticator app and recovery codes of an account, and sign it out everywhere',
  )
  .requiredOption('--email <email>', 'Whose account')
  .action(async ({ email }) => {
    const { username } = await changeAccount(readEnv(), email, async (tx, account) => {
      if (!account.has_second_factor) throw conflict('This account has no second factor.')
      await resetSecondFactors(tx, account.id)
      await auditOperator(tx, 'factor.reset', account)
      return account
    })
    console.log(`${username} signs in with the password only from now on.`)
  })
