import { contract, isQuery } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import {
  codeOf,
  createAuthenticator,
  from,
  isAboutFactors,
  login,
  password,
  password_hash,
} from '../accounts/testing.ts'
import { endpointsOf } from '../calls/endpoints.ts'
import type { CurrentUser } from '../context.ts'
import { createUser, db, dependencies } from '../testing.ts'

const admin = await createUser({ role: 'admin' })

const lines = () => db.selectFrom('audit_log').selectAll().orderBy('id').execute()

interface Member {
  user: CurrentUser
  account: ReturnType<typeof from>['secondFactors']
  passkey: ReturnType<typeof createAuthenticator>
}

/** Starts to add a passkey. @returns what adds it */
async function newPasskey({ account, passkey }: Member) {
  const { attempt, options } = await account.passkeyOptions({})
  return () => account.addPasskey({ attempt, name: 'Laptop', passkey: passkey.create(options) })
}

async function newTotp({ account }: Member) {
  const { attempt, secret } = await account.startTotp({})
  return { secret, add: () => account.addTotp({ attempt, code: codeOf(secret) }) }
}

/** Prepares one call of each endpoint, and the action of its line. */
const calls: Record<string, (member: Member) => Promise<[() => Promise<unknown>, action: string]>> = {
  'auth.loginWithTotp': async (member) => {
    const { secret, add } = await newTotp(member)
    await add()
    const { attempt } = await login(member.user)
    return [() => from().auth.loginWithTotp({ attempt, code: codeOf(secret, dependencies.now, 1) }), 'login']
  },
  'auth.loginWithRecoveryCode': async (member) => {
    const { recovery_codes } = await (await newPasskey(member))()
    const { attempt } = await login(member.user)
    const code = recovery_codes?.[0] ?? ''
    return [() => from().auth.loginWithRecoveryCode({ attempt, recovery_code: code }), 'login']
  },
  'auth.loginWithPasskey': async (member) => {
    await (await newPasskey(member))()
    const { attempt, options } = await from().auth.passkeyOptions({})
    const passkey = member.passkey.get(options)
    return [() => from().auth.loginWithPasskey({ attempt, passkey }), 'login']
  },
  'secondFactors.confirm': async ({ account }) => [
    () => account.confirm({ current_password: password }),
    'factor.confirm',
  ],
  'secondFactors.confirmWithPasskey': async (member) => {
    await (await newPasskey(member))()
    const { attempt, options } = await member.account.confirmationOptions({})
    const passkey = member.passkey.get(options)
    return [() => member.account.confirmWithPasskey({ attempt, passkey }), 'factor.confirm']
  },
  'secondFactors.addPasskey': async (member) => [await newPasskey(member), 'factor.add'],
  'secondFactors.renamePasskey': async (member) => {
    await (await newPasskey(member))()
    const [passkey] = (await member.account.get({})).passkeys
    return [() => member.account.renamePasskey({ id: passkey?.id ?? 0, name: 'Another' }), 'factor.rename']
  },
  'secondFactors.removePasskey': async (member) => {
    await (await newPasskey(member))()
    const [passkey] = (await member.account.get({})).passkeys
    return [() => member.account.removePasskey({ id: passkey?.id ?? 0 }), 'factor.remove']
  },
  'secondFactors.addTotp': async (member) => [(await newTotp(member)).add, 'factor.add'],
  'secondFactors.removeTotp': async (member) => {
    await (await newTotp(member)).add()
    return [() => member.account.removeTotp({}), 'factor.remove']
  },
  'secondFactors.renewRecoveryCodes': async (member) => {
    await (await newTotp(member)).add()
    return [() => member.account.renewRecoveryCodes({}), 'factor.codes']
  },
}

/** The same, of calls that an admin makes. */
const adminCalls: typeof calls = {
  'secondFactors.setRoles': async () => [
    () => from(admin).secondFactors.setRoles({ roles: [] }),
    'factor.require',
  ],
  'users.resetSecondFactor': async (member) => {
    await (await newTotp(member)).add()
    return [() => from(admin).users.resetSecondFactor({ id: member.user.id }), 'factor.reset']
  },
}

test('every endpoint about factors that changes something is tried here', () => {
  // They only make a signed attempt.
  const starts = ['confirmationOptions', 'passkeyOptions', 'startTotp'].map((name) => `secondFactors.${name}`)
  const changing = endpointsOf(contract).filter(
    ({ path, endpoint }) => !isQuery(endpoint) && isAboutFactors(path),
  )

  const tried = [...Object.keys(calls), ...Object.keys(adminCalls), ...starts]
  expect(tried.sort()).toEqual(changing.map(({ path }) => path).sort())
})

test.each([...Object.entries(calls), ...Object.entries(adminCalls)])(
  '%s leaves exactly one line that says who changed what, without a secret',
  async (path, prepare) => {
    const user = await createUser({ password_hash })
    const member = { user, account: from(user).secondFactors, passkey: createAuthenticator() }
    const [act, action] = await prepare(member)
    const before = await lines()

    await act()

    const actor_id = path in adminCalls ? admin.id : user.id
    const target = path === 'secondFactors.setRoles' ? 'settings' : `user:${user.id}`
    const added = (await lines()).slice(before.length)
    expect(added).toMatchObject([{ actor_id, action, target, request_id: expect.any(String) }])
    expect(JSON.stringify(added[0]?.detail)).toMatch(/^\{("(by|factor|roles)":("[a-z_]+"|\[\]))?\}$/)
  },
)

test('a password that is not enough leaves one', async () => {
  const user = await createUser({ password_hash })
  const member = { user, account: from(user).secondFactors, passkey: createAuthenticator() }
  await (await newTotp(member)).add()
  const before = await lines()

  await login(user)

  expect((await lines()).slice(before.length)).toMatchObject([{ action: 'login.pending', actor_id: user.id }])
})
