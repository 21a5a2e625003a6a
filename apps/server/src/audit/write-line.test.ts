import { type Article, contract, type ImportState, isQuery } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSetupToken } from '../accounts/setup.ts'
import { isAboutFactors } from '../accounts/testing.ts'
import { endpointsOf } from '../calls/endpoints.ts'
import { addExport } from '../exports/testing.ts'
import { createImport } from '../imports/testing.ts'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  signIn,
} from '../testing.ts'

const password = 'correct horse'
const account = () => ({ username: `${crypto.randomUUID()}@example.org`, full_name: 'Ada', password })
const setUp = { ...account(), token: (await createSetupToken(db)) ?? '' }
await as(null).auth.setup(setUp)

const password_hash = await dependencies.passwords.hash(password)
const admin = await createUser({ role: 'admin', password_hash })
const {
  articles,
  auth,
  backups,
  bulk,
  corrections,
  exports,
  imageCopies,
  imports,
  keys,
  links,
  notes,
  people,
  pictures,
  previews,
  profile,
  redirects,
  schedules,
  site,
  users,
  versions,
  workers,
} = as(admin)

const TO_COME = '2199-01-01T00:00:00Z'
const TARGET = /^(article|backup|export|image|image-copy|import|job|person|redirect|user):\d+$|^audit$|^site$/

type Act = () => Promise<unknown>

/** A new user, and the token of their invitation. */
async function invited() {
  const person = { ...account(), password: undefined, role: 'author' as const }
  const { id, username, full_name, role, invite } = await users.create(person)
  return { user: { id, username, full_name, role }, token: invite?.url.split('#').at(-1) ?? '' }
}

/** A reader’s note, by the ids that name it. */
async function createNote() {
  const { id } = await createArticle(admin)
  const { url } = await previews.create({ id })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  const note = { name: 'Njeri', text: 'Why?', quote: '', prefix: '', suffix: '' }
  const { id: note_id } = await as(null).notes.create({ token, ...note })
  return { id, note_id }
}

/** A picture that may be removed. @returns its id */
async function createOldPicture() {
  const { id } = await createImage()
  const created_at = sql<string>`now() - interval '2 days'`
  await db.updateTable('images').set({ created_at }).where('id', '=', id).execute()
  return id
}

/** Calls an endpoint about something new. */
const aboutNew =
  <Made>(create: () => Promise<Made>) =>
  (act: (made: Made) => Promise<unknown>) =>
  async () => {
    const made = await create()
    return () => act(made)
  }
const ofDraft = aboutNew<Article>(() => createArticle(admin))
const ofPublished = aboutNew<Article>(() => createPublished(admin))
const ofExport = aboutNew(() => addExport())
const ofImport = (state: ImportState) => aboutNew(() => createImport({ state }))
const ofPerson = aboutNew(() => people.create({ name: 'Grace' }))
const ofPicture = aboutNew(createOldPicture)

/** Prepares one call of every endpoint that changes something. */
const calls: Record<string, () => Promise<Act>> = {
  'articles.create': async () => () => articles.create({ title: 'A', content: [] }),
  'articles.update': ofDraft(({ id }) => articles.update({ id, title: 'B' })),
  'articles.original': async () => () => articles.original({ path: '/terms' }),
  'articles.publish': ofDraft(({ id }) => articles.publish({ id })),
  'articles.unpublish': ofPublished(({ id }) => articles.unpublish({ id })),
  'articles.archive': ofPublished(({ id }) => articles.archive({ id })),
  'articles.restore': async () => {
    const { id } = await createArticle(admin)
    await articles.delete({ id })
    return () => articles.restore({ id })
  },
  'articles.delete': ofDraft(({ id }) => articles.delete({ id })),
  'bulk.change': ofDraft(({ id }) => bulk.change({ change: 'publish', articles: [{ id }] })),
  'versions.revert': async () => {
    const { id, version_id } = await createArticle(admin)
    await articles.update({ id, title: 'B' })
    return () => versions.revert({ id, version_id })
  },
  'versions.label': ofDraft(({ id, version_id }) =>
    versions.label({ id, version_id, label: 'Before the edit' }),
  ),
  'schedules.set': ofDraft(({ id }) => schedules.set({ id, publish_at: TO_COME })),
  'schedules.cancel': async () => {
    const { id } = await createArticle(admin)
    await schedules.set({ id, publish_at: TO_COME })
    return () => schedules.cancel({ id })
  },
  'previews.create': ofDraft(({ id }) => previews.create({ id })),
  'previews.revoke': async () => {
    const { id } = await createArticle(admin)
    const { id: preview_id } = await previews.create({ id })
    return () => previews.revoke({ id, preview_id })
  },
  'corrections.create': ofPublished(({ id }) =>
    corrections.create({ id, text: 'The lamp turns every ninety hours, not nine.' }),
  ),
  'corrections.delete': async () => {
    const { id } = await createPublished(admin)
    const { id: correction_id } = await corrections.create({ id, text: 'A' })
    return () => corrections.delete({ id, correction_id })
  },
  'notes.resolve': async () => {
    const note = await createNote()
    return () => notes.resolve(note)
  },
  'notes.reopen': async () => {
    const note = await createNote()
    await notes.resolve(note)
    return () => notes.reopen(note)
  },
  'links.check': async () => {
    const link = { type: 'link', url: 'https://example.org/', children: [{ text: 'here' }] }
    const { id } = await createArticle(admin, [{ type: 'paragraph', children: [link] }])
    return () => links.check({ id })
  },
  'imageCopies.create': async () => () => imageCopies.create({ url: 'https://example.org/a.png' }),
  'backups.create': async () => () => backups.create({}),
  'backups.verify': async () => {
    await sql`delete from graphile_worker._private_jobs where key = 'back-up'`.execute(db)
    const { rows } = await sql<{ id: number }>`insert into backups (file, created_at, bytes, rows, objects)
      values ('a', now(), 1, 1, 0) returning id`.execute(db)
    return () => backups.verify({ id: rows[0]?.id ?? 0 })
  },
  'exports.create': async () => () => exports.create({}),
  'exports.link': ofExport((id) => exports.link({ id })),
  'exports.remove': ofExport((id) => exports.remove({ id })),
  'imports.read': ofImport('ready')((id) => imports.read({ id, site: 'https://lamp.example' })),
  'imports.start': ofImport('ready')((id) => imports.start({ id })),
  'imports.undo': ofImport('done')((id) => imports.undo({ id })),
  'imports.remove': ofImport('failed')((id) => imports.remove({ id })),
  'people.create': async () => () => people.create({ name: 'Grace' }),
  'people.update': ofPerson(({ id }) => people.update({ id, bio: 'Grace translates.' })),
  'people.merge': ofPerson(({ id }) => people.merge({ id, into: admin.id })),
  'people.delete': ofPerson(({ id }) => people.delete({ id })),
  'pictures.remove': ofPicture((id) => pictures.remove({ ids: [id] })),
  'pictures.restore': async () => {
    const ids = [await createOldPicture()]
    await pictures.remove({ ids })
    return () => pictures.restore({ ids })
  },
  'redirects.create': async () => () => redirects.create({ path: '/one', target: '/privacy' }),
  'redirects.update': async () => {
    const { id } = await redirects.create({ path: '/two', target: '/privacy' })
    return () => redirects.update({ id, target: '/terms' })
  },
  'redirects.delete': async () => {
    const { id } = await redirects.create({ path: '/three', target: '/privacy' })
    return () => redirects.delete({ id })
  },
  'audit.export': async () => () => as(admin).audit.export({}),
  'workers.triggerAnalytics': async () => () => workers.triggerAnalytics({}),
  'workers.retry': async () => {
    const { job_id } = await workers.triggerAnalytics({})
    return () => workers.retry({ id: Number(job_id) })
  },
  'users.create': async () => () => users.create({ ...account(), role: 'author' }),
  'users.update': async () => {
    const { id } = await createUser()
    return () => users.update({ id, full_name: 'B' })
  },
  'users.setStatus': async () => {
    const { id } = await createUser()
    return () => users.setStatus({ id, status: 'disabled' })
  },
  'users.inviteLink': async () => {
    const { user } = await invited()
    return () => users.inviteLink({ id: user.id })
  },
  'users.resetLink': async () => {
    const { id } = await createUser({ password_hash })
    return () => users.resetLink({ id })
  },
  'auth.login': async () => () => auth.login({ username: admin.username, password }),
  'auth.logout': async () => () => auth.logout({}),
  'keys.create': async () => () => keys.create({ name: 'Newsletter', scope: 'read' }),
  'keys.revoke': async () => {
    const { id } = await keys.create({ name: 'Newsletter', scope: 'read' })
    return () => keys.revoke({ id })
  },
  'site.save': async () => () => site.save({ base_version: 0, changes: { name: 'The Lamp' } }),
  'profile.endSession': async () => {
    await signIn(admin)
    const [session] = await profile.sessions({})
    return () => profile.endSession({ id: session?.id ?? 0 })
  },
  'profile.endOtherSessions': async () => {
    await signIn(admin)
    return () => profile.endOtherSessions({})
  },
  'profile.update': async () => () => profile.update({ full_name: 'B' }),
  'profile.changePassword': async () => () =>
    profile.changePassword({ current_password: password, new_password: 'battery staple' }),
}

const lines = () => db.selectFrom('audit_log').selectAll().orderBy('id').execute()

test('every endpoint that changes something is tried here', () => {
  const changing = endpointsOf(contract).filter(({ endpoint }) => !isQuery(endpoint))
  const strangers = ['auth.setup', 'auth.acceptInvite', 'auth.forgotPassword', 'auth.resetPassword'] // below, and in password-lines.test.ts
  // Reads by POST, since their tokens must be in no address, or each answer is new.
  const reads = ['auth.readSetup', 'auth.readLink', 'auth.passkeyOptions']
  // Unsaved work concerns nobody but the writer.
  const unsaved = ['newArticles', 'workingCopies'].flatMap((feature) =>
    ['put', 'patch', 'delete'].map((name) => `${feature}.${name}`),
  )
  const factors = changing.map(({ path }) => path).filter(isAboutFactors) // in factor-lines.test.ts
  // A note of a reader without an account is its own record, and a dismissed address is a count.
  const elsewhere = [...strangers, ...reads, ...factors, ...unsaved, 'notes.create', 'redirects.dismiss']

  expect([...Object.keys(calls), ...elsewhere].sort()).toEqual(changing.map(({ path }) => path).sort())
})

test.each(Object.entries(calls))(
  '%s leaves exactly one line that says who changed what',
  async (_, prepare) => {
    const act = await prepare()
    const before = await lines()

    await act()

    const target = expect.stringMatching(TARGET)
    const line = { actor_id: admin.id, target, ip_prefix: '192.0.2.1', request_id: expect.any(String) }
    expect((await lines()).slice(before.length)).toMatchObject([line])
  },
)

test('the first setup leaves one too', async () => {
  const [first] = await lines()

  expect(first).toMatchObject({ action: 'setup', target: `user:${first?.actor_id}` })
})

test('an accepted invitation leaves one of the user who accepts it', async () => {
  const { user, token } = await invited()
  const before = await lines()

  await as(null).auth.acceptInvite({ token, full_name: 'B', password })

  const line = { actor_id: user.id, action: 'invite.accept', target: `user:${user.id}` }
  expect((await lines()).slice(before.length)).toMatchObject([line])
})

test('a refused or unchanging call leaves none', async () => {
  const { id, title } = await createArticle(admin)
  const before = await lines()

  await articles.update({ id, title })
  expect(await profile.update({})).toMatchObject({ username: admin.username })
  expect(await users.update({ id: admin.id })).toMatchObject({ username: admin.username })
  await expect(articles.restore({ id: 999_999 })).rejects.toThrow()

  expect(await lines()).toEqual(before)
})

test('the log is read by every action that is in it', async () => {
  const { list } = as(admin).audit
  const { actions } = await list({ limit: 1 })

  expect(actions).toContain('user.reset-link')
  for (const action of actions) expect((await list({ action, limit: 1 })).lines).toMatchObject([{ action }])
})

test('no line holds a password', async () => {
  expect(JSON.stringify(await lines())).not.toMatch(/horse|staple|argon2/)
})
