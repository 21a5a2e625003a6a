import { issueToken } from '@nightdesk/db'
import { sql } from 'kysely'
import { createSetupToken } from '../accounts/setup.ts'
import { as, createArticle, createPublished, createUser, db } from '../testing.ts'

const setup_token = (await createSetupToken(db)) ?? ''
/** May call everything, and owns the test data. */
export const admin = await createUser({ role: 'admin' })

const KEY = '7f1c2f7e-54a5-4f6d-9a51-0b5ad6ad3c3e'

const heading = { title: 'A', excerpt: 'E', poster_image_id: null, poster_alt: null, credits: [] }
const writing = { ...heading, next_revision: 1, first_revision: 1 }
const put = { ...writing, revision: 0, content: [] }
const patch = { ...writing, revisions: [0, 1], head: 0, tail: 0, insert: [] }

/** A valid input for each endpoint that takes one, by its path in the contract. */
export async function rightInputs(): Promise<Record<string, Record<string, unknown>>> {
  const other = await createUser()
  const invite = await issueToken(db, 'invite', other.id)
  const reset = await issueToken(db, 'reset', other.id)
  const draft = await createArticle(admin)
  const published = await createPublished(admin)
  const preview = await as(admin).previews.create({ id: draft.id })
  const redirect = await as(admin).redirects.create({ path: '/2018/the-ferry', target: '/privacy' })
  const schedule = { publish_at: '2199-01-01T06:00:00Z', version_number: 1 }
  return {
    'articles.create': { ...heading, content: [], tags: ['T'] },
    'articles.update': {
      id: draft.id,
      ...heading,
      content: [],
      tags: ['T'],
      base_tags: [],
      base_version: 1,
      working_copy_revision: 0,
      unanswered_revisions: [1],
    },
    'articles.original': { path: '/terms', only_if_missing: true },
    'articles.publish': { id: draft.id, base_version: 1, version_number: 1 },
    'articles.unpublish': { id: published.id, schedule },
    'articles.restore': { id: draft.id, schedule },
    'bulk.change': {
      change: 'add_tag',
      articles: [{ id: draft.id, base_version: 1, version_number: 1, schedule, tag_position: 1 }],
      tag: 'T',
    },
    'people.create': { name: 'A', sort_name: 'A', bio: 'B', links: ['https://a.example/'] },
    'people.update': {
      id: other.id,
      name: 'A',
      sort_name: null,
      bio: 'B',
      links: ['https://a.example/'],
      picture_image_id: null,
    },
    'people.merge': { id: 999_999_999, into: other.id },
    'pictures.remove': { ids: [1] },
    'pictures.restore': { ids: [1] },
    'redirects.create': { path: '/2019/the-ferry', target: '/privacy' },
    'redirects.update': { id: redirect.id, path: '/2019/the-night-ferry', target: '/terms' },
    'redirects.dismiss': { path: '/2019/the-fery' },
    'exports.create': { ebooks: true, versions: true, analytics: true },
    'imports.read': { id: 999_999_999, site: 'lamp.example' },
    'imports.start': {
      id: 999_999_999,
      imports_as: 'draft',
      fetches_pictures: false,
      wayback: true,
      with_tags: false,
      people: [{ author: 'A', person_id: other.id }],
    },
    'workingCopies.put': { id: draft.id, base_version: 1, ...put },
    'workingCopies.patch': { id: draft.id, base_version: 1, ...patch },
    'newArticles.put': { key: KEY, ...put },
    'newArticles.patch': { key: KEY, ...patch },
    'newArticles.delete': { key: KEY, revision: 0 },
    'workingCopies.delete': { id: draft.id, revision: 0 },
    'schedules.set': { id: draft.id, publish_at: '2199-01-01T06:00:00Z', version_number: 1 },
    'previews.create': { id: draft.id, hours: 24, with_unsaved: false },
    'links.check': { id: draft.id, text: 'unsaved' },
    'corrections.create': { id: published.id, text: 'A' },
    'notes.create': {
      token: new URL(preview.url).pathname.split('/').at(-1),
      name: 'Njeri',
      text: 'N',
      quote: 'Q',
      prefix: 'P',
      suffix: 'S',
      suggestion: 'W',
      version_id: draft.version_id,
    },
    'imageCopies.create': { url: 'https://example.org/a.png' },
    'versions.revert': { id: draft.id, version_id: draft.version_id },
    'versions.label': { id: draft.id, version_id: draft.version_id, label: 'Before the edit' },
    'published.view': {
      id: published.id,
      session_id: 'abcdefgh-0001',
      version_id: null,
      referrer: null,
      user_agent: null,
    },
    'users.create': {
      username: 'new@example.org',
      full_name: 'B',
      role: 'author',
      password: 'correct horse',
    },
    'users.update': {
      id: other.id,
      username: 'new@example.org',
      full_name: 'B',
      role: 'author',
      status: 'active',
    },
    'users.setStatus': { id: other.id, status: 'disabled' },
    'auth.login': { username: 'ada@example.org', password: 'correct horse' },
    'auth.loginWithTotp': { attempt: 'A', code: '123456' },
    'auth.loginWithRecoveryCode': { attempt: 'A', recovery_code: 'C' },
    'auth.passkeyOptions': { attempt: 'A' },
    'auth.loginWithPasskey': { attempt: 'A', passkey: passkeyAnswer },
    'auth.setup': {
      token: setup_token,
      username: 'new@example.org',
      full_name: 'B',
      password: 'correct horse',
    },
    'auth.readSetup': { token: setup_token },
    'auth.readLink': { kind: 'invite', token: invite.token },
    'auth.acceptInvite': { token: invite.token, full_name: 'B', password: 'correct horse' },
    'auth.forgotPassword': { username: other.username },
    'auth.resetPassword': { token: reset.token, password: 'correct horse' },
    'audit.export': { action: 'article.create', actor_id: admin.id, account: admin.username },
    'keys.create': { name: 'Newsletter', scope: 'write', expires_at: '2199-01-01T06:00:00Z' },
    'site.save': {
      base_version: 0,
      changes: { name: 'The Lamp', accent_light: '#0a3d91', menu: [{ label: 'Home', address: '/' }] },
    },
    'site.preview': { shows: 'mail', changes: { tagline: 'Bright', home_stories: 12 } },
    'secondFactors.confirm': { current_password: 'correct horse' },
    'secondFactors.confirmWithPasskey': { attempt: 'A', passkey: passkeyAnswer },
    'secondFactors.addPasskey': { attempt: 'A', name: 'Laptop', passkey: newPasskey },
    'secondFactors.renamePasskey': { id: 999_999_999, name: 'Phone' },
    'secondFactors.addTotp': { attempt: 'A', code: '123456' },
    'secondFactors.setRoles': { roles: ['author'] },
    'profile.update': { username: admin.username, full_name: 'B', current_password: 'correct horse' },
    'profile.changePassword': { current_password: 'correct horse', new_password: 'battery staple' },
  }
}

/** Of the right form, and signed by nobody. */
const common = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const newPasskey = { ...common, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const passkeyAnswer = {
  ...common,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

export const fillUrl = (url: string, input: Record<string, unknown>) =>
  url.replace(/:(\w+)/g, (parameter, name) => String(input[name] ?? parameter))

/** What a refused call may write: the use of its session, and a count towards a limit. */
const { rows: tables } = await sql<{ name: string }>`
  select tablename as name from pg_tables
  where schemaname = 'public' and tablename not in ('sessions', 'rate_limits')`.execute(db)

/** The rows of every table that a refused call must not change. */
export async function everything(): Promise<unknown[]> {
  const parts = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as "table", row_to_json(t)::text as row from ${sql.table(name)} t`,
  )
  const { rows } = await sql`${sql.join(parts, sql` union all `)} order by 1, 2`.execute(db)
  return rows
}
