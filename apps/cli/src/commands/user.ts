import { randomBytes } from 'node:crypto'
import { Command, Option } from '@commander-js/extra-typings'
import { lockedSite } from '@nightdesk/config'
import { conflict, invalid, oneTimeUrl, password, ROLES, type User, users } from '@nightdesk/contracts'
import {
  changeUser,
  createUser,
  findUser,
  hashPassword,
  issueToken,
  listFactors,
  listUsers,
  readSite,
  requireGoodPassword,
  resetSecondFactors,
  setPassword,
  type Tx,
  writeAudit,
} from '@nightdesk/db'
import { group } from '../command-line.ts'
import { withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'
import { askPassword, requireValid } from '../terminal.ts'

const accountFields = users.create.input.omit({ password: true })

const askOption = new Option(
  '--ask-password',
  'Ask for the password, or read it from a pipe, instead of generating one that is shown once',
)

const create = new Command('create')
  .description('Create an account')
  .requiredOption('--email <email>', 'What they sign in with')
  .requiredOption('--name <name>', 'Their full name, as readers see it')
  .addOption(new Option('--role <role>', 'What they may do').choices(ROLES))
  .addOption(askOption)
  .action(async ({ email, name, role, askPassword }) => {
    const env = readEnv()
    const account = requireValid(accountFields, { username: email, full_name: name, role })
    const { hash, notice } = await choosePassword(env, account, askPassword)
    await withDatabase(env, ({ db }) =>
      db.transaction().execute(async (tx) => {
        const created = await createUser(tx, { ...account, password_hash: hash })
        await auditOperator(tx, 'user.create', created, { role: created.role })
      }),
    )
    console.log([`Created ${account.username}, ${account.role}.`, ...notice].join('\n'))
  })

const list = new Command('list')
  .description('List all accounts')
  .option('--json', 'As JSON, for programs')
  .action(async ({ json }) => {
    const all = await withDatabase(readEnv(), ({ db }) => listUsers(db))
    console.log(json ? JSON.stringify(all, null, 2) : table(all))
  })

const HEADINGS = ['EMAIL', 'NAME', 'ROLE', 'STATUS', 'LAST SIGNED IN']

function table(all: User[]): string {
  const rows = [HEADINGS, ...all.map(cells)]
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
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, ' ')

const disable = new Command('disable')
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

const resetPassword = new Command('reset-password')
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
  const { passkeys, totp, keys } = await listFactors(tx, id)
  const factors = totp ? [...passkeys, { name: 'authenticator app', ...totp }] : passkeys
  const list = (heading: string, all: { name: string; created_at: string }[], remedy: string) => {
    const lines = all.map((one) => `  ${withoutControls(one.name)}, added ${one.created_at.slice(0, 10)}`)
    return all.length === 0 ? [] : [heading, ...lines, remedy]
  }
  const remedy = `To remove it: nightdesk user reset-second-factor --email ${username}`
  return [
    ...list('The second factor stays as it is:', factors, remedy),
    ...list('Keys for scripts go on working:', keys, 'The account revokes them in its profile.'),
  ]
}

const resetSecondFactor = new Command('reset-second-factor')
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

/** Changes the account with this e-mail in one transaction. @throws NOT_FOUND, and the errors of the change */
const changeAccount = <T>(
  env: Env,
  email: string,
  change: (tx: Tx, account: User) => Promise<T>,
): Promise<T> =>
  withDatabase(env, ({ db }) => db.transaction().execute(async (tx) => change(tx, await findUser(tx, email))))

const auditOperator = (tx: Tx, action: string, { id }: User, detail: Record<string, unknown> = {}) =>
  writeAudit(tx, { action, target: `user:${id}`, detail: { ...detail, by: 'operator' } })

export const user = group('user', 'Manage the accounts of the people who write')
  .addCommand(create)
  .addCommand(list)
  .addCommand(disable)
  .addCommand(resetPassword)
  .addCommand(resetSecondFactor)

/** Characters of base64: 96 bits. */
const GENERATED_LENGTH = 16

/**
 * Generates a password that is shown once, or asks for one.
 * @returns its hash, and lines for the operator: the generated password, or none when they typed it themselves
 * @throws VALIDATION_FAILED when that is too weak
 */
async function choosePassword(env: Env, owner: Pick<User, 'username' | 'full_name'>, isAsked = false) {
  const chosen = isAsked ? await askGoodPassword(env, owner) : generatePassword(env)
  return { hash: await hashPassword(chosen), notice: isAsked ? [] : [`Password: ${chosen}`] }
}

async function askGoodPassword(env: Env, owner: Pick<User, 'username' | 'full_name'>) {
  const asked = requireValid(password, await askPassword())
  const { site } = await withDatabase(env, ({ db }) => readSite(db, lockedSite(env)))
  const rules = {
    password_min_length: env.PASSWORD_MIN_LENGTH,
    readSite: async () => ({ name: site.name, url: env.SITE_URL }),
  }
  await requireGoodPassword(rules, owner, asked)
  return asked
}

export function generatePassword({ PASSWORD_MIN_LENGTH }: Pick<Env, 'PASSWORD_MIN_LENGTH'>): string {
  const length = Math.max(GENERATED_LENGTH, PASSWORD_MIN_LENGTH)
  return randomBytes(length).toString('base64url').slice(0, length)
}
