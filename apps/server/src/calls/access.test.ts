import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { contract, type Endpoint } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '../context.ts'
import { bearer, createUser, db, signIn, testApp } from '../testing.ts'
import { endpointsOf, restEndpoints, splitRoute } from './endpoints.ts'

const app = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo // it listens on a port
const guarded = endpointsOf(contract).filter(({ endpoint }) => endpoint.access !== 'public')
const open = restEndpoints().filter(({ endpoint }) => endpoint.access === 'public')
const roles = ['author', 'editor', 'admin'] as const
/** Without passkeys, whose calls answer 409 at an address without https. */
const ANSWERS = [200, 201, 202, 204, 404, 409, 422]

const strangers: Record<string, Record<string, string>> = {}
const members = {} as Record<(typeof roles)[number], Record<string, string>>

beforeAll(async () => {
  Object.assign(strangers, {
    nobody: {},
    'a forged token': { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.' },
    'an expired session': await session({ expires_at: sql`now() - interval '1 second'` }),
    'an idle session': await session({ last_seen_at: sql`now() - interval '8 days'` }),
    'a revoked session': await session({ revoked_at: sql`now()` }),
    'a disabled user': await disabled(),
  })
  for (const role of roles) members[role] = bearer(await signIn(await createUser({ role })))
  await createUser({ role: 'admin' })
})

async function session(change: Record<string, unknown>) {
  const user = await createUser({ role: 'admin' })
  const headers = bearer(await signIn(user))
  await db.updateTable('sessions').set(change).where('user_id', '=', user.id).execute()
  return headers
}

async function disabled() {
  const user: CurrentUser = await createUser({ role: 'admin' })
  const headers = bearer(await signIn(user))
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute()
  return headers
}

/** Unknown ids, so that authorized calls change nothing. */
const input = { id: 999_999_999, version_id: 1, status: 'active' }

function rest({ endpoint }: { endpoint: Endpoint }, headers: Record<string, string>) {
  const { method, url } = splitRoute(endpoint)
  const payload = method === 'GET' ? undefined : input
  return app.inject({ method, url: url.replace(/:\w+/g, String(input.id)), headers, payload })
}

function trpc({ path, endpoint }: { path: string; endpoint: Endpoint }, headers: Record<string, string>) {
  const isQuery = endpoint.route.startsWith('GET')
  const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const payload = isQuery ? undefined : input
  return app.inject({ method: isQuery ? 'GET' : 'POST', url: `/trpc/${path}${query}`, headers, payload })
}

/** The status for the head of a request that announces this many bytes and sends none. */
async function answerToHead(method: string, path: string, headers: Record<string, string>, bytes: number) {
  const socket = connect(port, '127.0.0.1')
  const sent = { host: 'localhost', 'content-type': 'application/json', 'content-length': bytes, ...headers }
  const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1])
}

const MANY = 3 * 1024 * 1024
const taking = guarded.filter(({ endpoint }) => !endpoint.route.startsWith('GET'))
const upload = { path: 'upload', endpoint: { route: 'POST /admin/upload' } }

test.each([...taking, upload])(
  '$endpoint.route refuses before the body is read',
  async ({ path, endpoint }) => {
    const [method = '', address = ''] = endpoint.route.split(' ')
    const url = address.replace(/:\w+/g, String(input.id))

    expect(await answerToHead(method, url, {}, MANY)).toBe(401)
    if (path !== 'upload') expect(await answerToHead('POST', `/trpc/${path}`, {}, MANY)).toBe(401)
  },
)

// Twenty senders of such bodies once made every reader wait for seconds.
test.each([
  ['POST /nothing', 404],
  ['PUT /', 405],
  ['POST /admin/nothing', 404],
  ['PATCH /admin/login', 405],
  ['POST /your-data', 413, 'application/x-www-form-urlencoded'],
  ['POST /your-data', 415],
  ['POST /policy-reports', 413],
  ...open.flatMap(({ endpoint: { route } }) => (route.startsWith('GET') ? [] : [[route, 413]])),
] as [string, number, string?][])(
  '%s answers a stranger with %i before a large body is read',
  async (route, status, type = 'application/json') => {
    const [method = '', path = ''] = route.replace(/:\w+/g, String(input.id)).split(' ')

    expect(await answerToHead(method, path, { 'content-type': type }, MANY)).toBe(status)
  },
)

test('a forbidden batch is refused before its body is read, and a partly allowed one may only be small', async () => {
  const { author = {} } = members
  const admin = 'users.create,users.update?batch=1'

  expect(await answerToHead('POST', `/trpc/${admin}`, author, MANY)).toBe(403)
  expect(await answerToHead('POST', '/trpc/auth.login,articles.create?batch=1', {}, 65_537)).toBe(413)
  expect(await answerToHead('POST', '/trpc/nothing', {}, 65_537)).toBe(413)
  expect(await answerToHead('POST', '/trpc/profile.update,articles.create?batch=1', author, 5 * MANY)).toBe(
    413,
  )
})

test('a stranger’s body ends at 64 KiB also without a content-length', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(16 * 1024, ' '))
    },
  })

  const answer = await fetch(`http://127.0.0.1:${port}/trpc/auth.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)

  expect(answer.status).toBe(413)
})

describe.each(guarded)('$endpoint.route', (row) => {
  test('refuses strangers on tRPC and REST', async () => {
    for (const [who, headers] of Object.entries(strangers)) {
      const [viaRest, viaTrpc] = [await rest(row, headers), await trpc(row, headers)]

      expect.soft(viaRest.statusCode, `${who}, REST`).toBe(401)
      expect.soft(viaRest.json(), who).toMatchObject({ success: false, code: 'UNAUTHORIZED' })
      expect.soft(viaTrpc.statusCode, `${who}, tRPC`).toBe(401)
      expect.soft(viaTrpc.json().error.data, who).toMatchObject({ code: 'UNAUTHORIZED' })
    }
  })

  test('authorizes the allowed roles, and 403 means a role and nothing else', async () => {
    const needed = roles.indexOf(row.endpoint.access as (typeof roles)[number]) // not public: it is guarded
    for (const [rank, role] of roles.entries()) {
      if (row.path === 'auth.logout') continue
      const [viaRest, viaTrpc] = [await rest(row, members[role]), await trpc(row, members[role])]

      for (const { statusCode } of [viaRest, viaTrpc]) {
        if (rank < needed) expect.soft(statusCode, role).toBe(403)
        else expect.soft(ANSWERS, role).toContain(statusCode)
      }
    }
  })
})

test.each(open)('$endpoint.route needs no token, and ignores an invalid one', async (row) => {
  const answers = [await rest(row, {}), await rest(row, strangers['a revoked session'] ?? {})]

  for (const { statusCode } of answers) expect(ANSWERS).toContain(statusCode)
})

describe('somebody whose role needs a second factor', () => {
  beforeAll(async () => {
    const user = await createUser({ role: 'admin' })
    members.admin = bearer(await signIn(user))
  })

  test.each(guarded)('$endpoint.route is refused until there is one, unless it helps', async (row) => {
    await db.insertInto('second_factor_roles').values({ role: 'admin' }).execute()

    const answers = [await rest(row, members.admin), await trpc(row, members.admin)]

    await db.deleteFrom('second_factor_roles').execute()
    const codes = answers.map((answer) => answer.body.includes('"ENROLMENT_REQUIRED"'))
    expect(codes).toEqual(row.endpoint.isForEnrolment ? [false, false] : [true, true])
    // It ended the session.
    if (row.path === 'auth.logout') members.admin = bearer(await signIn(await createUser({ role: 'admin' })))
  })

  test('may do nothing but enrol and sign out', () => {
    const allowed = guarded.filter(({ endpoint }) => endpoint.isForEnrolment).map(({ path }) => path)

    expect(allowed.filter((path) => !path.startsWith('secondFactors.'))).toEqual([
      'auth.logout',
      'profile.get',
    ])
    expect(allowed).not.toContain('secondFactors.setRoles')
  })
})

test('a token is invalid on the first request after its session ends', async () => {
  const headers = bearer(await signIn(await createUser()))

  const before = await app.inject({ url: '/admin/profile', headers })
  const logout = await app.inject({ method: 'POST', url: '/admin/logout', headers })
  const after = await app.inject({ url: '/admin/profile', headers })

  expect([before.statusCode, logout.statusCode, after.statusCode]).toEqual([200, 204, 401])
})
