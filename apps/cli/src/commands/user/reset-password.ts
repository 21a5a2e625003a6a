import { Command } from '@commander-js/extra-typings'
import { conflict, invalid, oneTimeUrl, type User } from '@nightdesk/contracts'
import { findUser, issueToken, listFactors, setPassword, type Tx } from '@nightdesk/db'
import { type Env, readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'
import { auditOperator, changeAccount } from './change.ts'
import { withoutControls } from './list.ts'
import { askOption, choosePassword } from './password.ts'

export const resetPassword = new Command('reset-password')
  .description('Give an account a new password and sign it out everywhere')
  .requiredOption('--email <email>', 'Whose account')
  .addOption(askOption)
  .option('--link', 'Print a link to choose one instead; nothing changes until then')
  .action(async ({ email, link, askPassword }) => {
    if (link && askPassword) throw invalid('link', 'Give either --ask-password or --link')
    const env = readEnv()
    console.log(link ? await makeLink(env, email) : await replacePassword(env, email, askPassword))
  })

async function replacePassword(env: Env, email: string, isAsked = false): Promise<string> {
  const owner = await withDatabase(env, ({ db }) => findUser(db, email))
  const { hash, notice } = await choosePassword(env, owner, isAsked)
  const factors = await changeAccount(env, email, async (tx, account) => {
    await setPassword(tx, account.id, hash)
    await auditOperator(tx, 'password.reset', account)
    return describeFactors(tx, account)
  })
  return [`${email} has a new password.`, ...notice, ...factors].join('\n')
}

const makeLink = (env: Env, email: string): Promise<string> =>
  changeAccount(env, email, async (tx, account) => {
    if (account.status !== 'active') throw conflict('This account is not active: a link would not open it.')
    const { token } = await issueToken(tx, 'reset', account.id)
    await auditOperator(tx, 'user.reset-link', account)
    const url = oneTimeUrl(env.SITE_URL, 'reset', token)
    const sentence = `${email} can choose a new password here (works once, for an hour):`
    return [sentence, url, ...(await describeFactors(tx, account))].join('\n')
  })

/** What goes on signing in besides the password, and how to remove it: whoever had the old one may have added some of it. */
async function describeFactors(tx: Tx, { id, username }: User): Promise<string[]> {
  const { passkeys, totp } = await listFactors(tx, id)
  const apps = totp ? [{ name: 'authenticator app', ...totp }] : []
  if (passkeys.length + apps.length === 0) return []
  return [
    'The second factor stays as it is:',
    ...[...passkeys, ...apps].map(
      (one) => `  ${withoutControls(one.name)}, added ${one.created_at.slice(0, 10)}`,
    ),
    `To remove it: nightdesk user reset-second-factor --email ${username}`,
  ]
}
