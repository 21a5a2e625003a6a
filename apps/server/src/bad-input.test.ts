import { contract, type Endpoint, isQuery } from '@nightdesk/contracts'
import { issueToken } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSetupToken } from './auth/setup.ts'
import { pathParameters } from './parse-input.ts'
import { endpointsOf, splitRoute } from './rest.ts'
import { bearer, createArticle, createPublished, createUser, db, signIn, testApp } from './testing.ts'

const app = await testApp()
const setupToken = (await createSetupToken(db)) ?? ''
const admin = await createUser({ role: 'admin' })
const other = await createUser()
const { token: inviteToken } = await issueToken(db, 'invite', other.id)
const { token: resetToken } = await issueToken(db, 'reset', other.id)
const headers = bearer(await signIn(admin))
const draft = await createArticle(admin)
const published = await createPublished(admin)

/** What each endpoint takes, as it would be right; every test spoils one part of it. */
const right: Record<string, Record<string, unknown>> = {
  'articles.create': { title: 'A', content: [], excerpt: 'E', poster_image_id: null, tags: ['T'] },
  'articles.update': {
    id: draft.id,
    title: 'A',
    content: [],
    excerpt: 'E',
    poster_image_id: null,
    tags: ['T'],
    base_tags: [],
    base_version: 1,
    working_copy_revision: 0,
  },
  'articles.restore': {
    id: draft.id,
    schedule: { publish_at: '2199-01-01T06:00:00Z', version_number: 1 },
  },
  'workingCopies.put': {
    id: draft.id,
    revision: 0,
    first_revision: 1,
    base_version: 1,
    title: 'A',
    content: [],
    excerpt: 'E',
    poster_image_id: null,
  },
  'workingCopies.delete': { id: draft.id, revision: 0 },
  'schedules.set': { id: draft.id, publish_at: '2199-01-01T06:00:00Z', version_number: 1 },
  'previews.create': { id: draft.id, hours: 24, with_unsaved: false },
  'imageCopies.create': { url: 'https://example.org/a.png' },
  'versions.revert': { id: draft.id, version_id: draft.version_id },
  'published.view': {
    id: published.id,
    session_id: 'abcdefgh-0001',
    version_id: null,
    referrer: null,
    user_agent: null,
  },
  'users.create': { username: 'new@example.org', full_name: 'B', role: 'author', password: 'correct horse' },
  'users.update': {
    id: other.id,
    username: 'new@example.org',
    full_name: 'B',
    role: 'author',
    status: 'active',
  },
  'users.setStatus': { id: other.id, status: 'disabled' },
  'auth.login': { username: 'ada@example.org', password: 'correct horse' },
  'auth.setup': { token: setupToken, username: 'new@example.org', full_name: 'B', password: 'correct horse' },
  'auth.acceptInvite': { token: inviteToken, full_name: 'B', password: 'correct horse' },
  'auth.forgotPassword': { username: other.username },
  'auth.resetPassword': { token: resetToken, password: 'correct horse' },
  'profile.update': { username: 'new@example.org', full_name: 'B' },
  'profile.changePassword': { current_password: 'correct horse', new_password: 'battery staple' },
}

/** What stands in the body: the id in the path has its own tests. */
function fieldsOf({ input, route }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => !pathParameters(route).includes(name))
}

const taking = endpointsOf(contract).filter(
  ({ endpoint }) => !isQuery(endpoint) && fieldsOf(endpoint).length > 0,
)

type Row = (typeof taking)[number]

function rest({ endpoint }: Row, input: Record<string, unknown>) {
  const { method, url } = splitRoute(endpoint)
  return app.inject({ method, url: url.replace(':id', String(input.id)), headers, payload: input })
}

const trpc = ({ path }: Row, input: Record<string, unknown>) =>
  app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload: input })

/** Everything a refused call must leave as it is. */
async function everything() {
  const tables = [
    'users',
    'articles',
    'article_versions',
    'working_copies',
    'tags',
    'article_tags',
    'previews',
    'image_copies',
    'views',
    'view_days',
    'one_time_tokens',
    'audit_log',
  ]
  const found: unknown[] = []
  for (const table of tables) {
    const part = sql`select ${table}, row_to_json(t)::text from ${sql.table(table)} t order by 2`
    found.push(...(await part.execute(db)).rows)
  }
  return found
}

/** Never right, whatever the field. */
const naughty: [string, unknown][] = [
  ['NUL', 'a\0b@example.org'],
  ['half a surrogate pair', 'a\uD800@example.org'],
  ['the other half', '\uDC00bcdefgh@example.org'],
  ['true', true],
  ['an object', { toString: 'x', length: 3 }],
  ['an empty object', {}],
  ['a list of objects', [{}]],
  ['a number with a fraction', 1.5],
  ['a huge number', 1e300],
  ['a negative number', -1],
  ['a long text', 'x'.repeat(50_000)],
]

let before: unknown
beforeAll(async () => {
  before = await everything()
})

test('every endpoint that takes something is tried here', () => {
  expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(right).sort())
})

describe.each(taking)('$path', (row) => {
  test.each(naughty)('refuses %s in each field, on both doors, and changes nothing', async (_what, value) => {
    for (const field of fieldsOf(row.endpoint)) {
      if (value === true && typeof right[row.path]?.[field] === 'boolean') continue // it would be right
      const input = { ...right[row.path], [field]: value }

      const answers = [await rest(row, input), await trpc(row, input)]

      expect.soft([field, ...answers.map(({ statusCode }) => statusCode)]).toEqual([field, 422, 422])
    }
    expect(await everything()).toEqual(before)
  })
})
