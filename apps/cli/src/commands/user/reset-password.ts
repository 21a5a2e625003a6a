import { conflict, invalid, oneTimeUrl } from '@nightdesk/contracts'
import { issueToken, setPassword } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { type Env, readEnv } from '../../env.ts'
import { auditOperator, changeAccount } from './change.ts'
import { choosePassword } from './password.ts'

export const resetPassword = defineCommand({
  meta: { name: 'reset-password', description: 'Give an account a new password and sign it out everywhere' },
  args: {
    email: { type: 'string', required: true, description: 'Whose account' },
    password: { type: 'string', description: 'Without one, a password is generated and shown once' },
    link: { type: 'boolean', description: 'Print a link to choose one instead; nothing changes until then' },
  },
  async run({ args: { email, password, link } }) {
    if (link && password !== undefined) throw invalid('link', 'Give either --password or --link')
    const env = readEnv()
    console.log(link ? await makeLink(env, email) : await replacePassword(env, email, password))
  },
})

async function replacePassword(env: Env, email: string, password: string | undefined): Promise<string> {
  const { hash, notice } = await choosePassword(env, email, password)
  await changeAccount(env, email, async (tx, account) => {
    await setPassword(tx, account.id, hash)
    await auditOperator(tx, 'password.reset', account)
  })
  return [`${email} has a new password.`, ...notice].join('\n')
}

const makeLink = (env: Env, email: string): Promise<string> =>
  changeAccount(env, email, async (tx, account) => {
    if (account.status !== 'active') throw conflict('This account is not active: a link would not open it.')
    const { token } = await issueToken(tx, 'reset', account.id)
    await auditOperator(tx, 'user.reset-link', account)
    const url = oneTimeUrl(env.SITE_URL, 'reset', token)
    return `${email} can choose a new password here (works once, for an hour):\n${url}`
  })
