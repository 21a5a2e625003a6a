import { setPassword } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as, bearer, createUser, db, dependencies, signIn, testApp } from '../testing.ts'
import { addExport } from './testing.ts'

const admin = await createUser({ role: 'admin', full_name: 'Ada' })
const { exports, users } = as(admin)
const app = await testApp()

beforeEach(() => db.deleteFrom('exports').execute())

/** A link to a new export by a session, as the path that a browser asks for. */
async function linkTo(maker = admin) {
  const session = await signIn(maker)
  const headers = bearer(session)
  const id = await addExport()
  const { url } = (await app.inject({ method: 'POST', url: `/admin/exports/${id}/link`, headers })).json()
    .data
  return { id, headers, path: url.slice(dependencies.site.url.length) }
}

/** The address of the file and the cookie for it, which a link leads to. */
async function begin(path: string) {
  const { statusCode, headers } = await app.inject(path)
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  return { statusCode, url: String(headers.location), headers: { cookie } }
}

test('an export is queued with the site that it names, and one at a time', async () => {
  const made = await exports.create({})

  expect(made).toMatchObject({ state: 'waiting', made_by_name: 'Ada', progress: null, contents: null })
  await expect(exports.create({})).rejects.toThrow('An export is being made already.')
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`.execute(db)
  const { name, url, language, timezone, accent_light } = await dependencies.readSite()
  expect(rows).toEqual([
    { payload: { export_id: made.id, site: { name, url, language, timezone, accent_light } } },
  ])
})

test('two requests at once make one export', async () => {
  const asked = await Promise.allSettled([exports.create({}), exports.create({})])

  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await exports.list({})).toHaveLength(1)
})

test('no more is made while three files wait to be downloaded', async () => {
  const ids = [await addExport(), await addExport(), await addExport()]

  await expect(exports.create({})).rejects.toThrow('3 exports of the last 24 hours wait to be downloaded.')
  await exports.remove({ id: ids[0] ?? 0 })
  await exports.create({})
})

test('the list has the progress of a running export, the contents of a finished one, and says what expired', async () => {
  const [expired] = [await addExport(), await addExport()]
  await db.updateTable('exports').set({ expires_at: sql`now()` }).where('id', '=', expired).execute()
  await db.insertInto('exports').values({ state: 'running', done: 3, total: 7 }).execute()

  expect(await exports.list({})).toMatchObject([
    { state: 'running', progress: { done: 3, total: 7 }, contents: null },
    { state: 'done', progress: null, contents: { bytes: 23, stories: 2, pictures: 3 } },
    { id: expired, state: 'expired' },
  ])
  await expect(exports.link({ id: expired })).rejects.toThrow('File of this export not found')
})

test('a link downloads the file without a session, under an address without a token, and is never stored', async () => {
  const { path, id } = await linkTo()
  const file = await begin(path)
  expect([file.statusCode, file.url]).toEqual([303, `/api/exports/${id}`])

  const { statusCode, headers, body } = await app.inject(file)

  expect([statusCode, body]).toEqual([200, 'the bytes of a zip file'])
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="stories-\d{4}-\d\d-\d\d\.zip"$/),
    'content-length': '23',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  })
})

test('a download that was interrupted goes on where it was', async () => {
  const file = await begin((await linkTo()).path)
  const { headers } = await app.inject({ method: 'HEAD', ...file })

  const rest = await app.inject({
    url: file.url,
    headers: { ...file.headers, range: 'bytes=13-', 'if-range': String(headers.etag) },
  })

  expect([rest.statusCode, rest.headers['content-range'], rest.body]).toEqual([
    206,
    'bytes 13-22/23',
    'a zip file',
  ])
})

test('each download is a line of the audit log', async () => {
  const file = await begin((await linkTo()).path)
  await app.inject(file)
  await app.inject({ url: file.url, headers: { ...file.headers, range: 'bytes=13-' } })

  const lines = await db
    .selectFrom('audit_log')
    .where('action', '=', 'export.download')
    .select(['actor_id', 'target', 'detail'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const target = file.url.replace('/api/exports/', 'export:')
  expect(lines).toEqual([
    { actor_id: admin.id, target, detail: { range: 'bytes=13-' } },
    { actor_id: admin.id, target, detail: {} },
  ])
})

interface Link {
  id: number
  makerId: number
  headers: { authorization: string }
}

const endings: Record<string, (link: Link) => Promise<unknown>> = {
  'of a session that has signed out': ({ headers }) =>
    app.inject({ method: 'POST', url: '/admin/logout', headers }),
  'of somebody with a new password': async ({ makerId }) =>
    db.transaction().execute((tx) => setPassword(tx, makerId, 'another hash')),
  'of a deleted export': ({ id }) => exports.remove({ id }),
  'of an expired export': ({ id }) =>
    db.updateTable('exports').set({ expires_at: sql`now()` }).where('id', '=', id).execute(),
  'whose file is gone': async ({ id }) => {
    const row = await db.selectFrom('exports').where('id', '=', id).select('key').executeTakeFirstOrThrow()
    await dependencies.export_files.delete(row.key ?? '')
  },
  'of somebody who was suspended': ({ makerId }) => users.setStatus({ id: makerId, status: 'suspended' }),
  'of somebody who is no admin any more': ({ makerId }) => users.update({ id: makerId, role: 'editor' }),
}

test.each(Object.entries(endings))('a download %s has ended', async (_which, end) => {
  const maker = await createUser({ role: 'admin' })
  const { id, headers, path } = await linkTo(maker)
  const file = await begin(path)

  await end({ id, makerId: maker.id, headers })

  const { statusCode, json, headers: sent } = await app.inject(file)
  expect(statusCode).toBe(404)
  expect(json().error).toMatch(/^This link has ended/)
  expect(sent['cache-control']).toBe('no-store')
})

test('a link to one export opens no other, and a session is no link', async () => {
  const [{ path }, other] = [await linkTo(), await addExport()]
  const [, token = ''] = path.split('token=')

  for (const url of [
    `/api/exports/${other}?token=${token}`,
    path.replace('token', 'key'),
    `${path}x`,
    `/api/exports/${other}`,
  ])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404])
})

test('removing an export deletes its file', async () => {
  const id = await addExport()
  const { key } = await db.selectFrom('exports').where('id', '=', id).select('key').executeTakeFirstOrThrow()

  await exports.remove({ id })

  await expect(dependencies.export_files.head(key ?? '')).rejects.toThrow('There is no object')
  await expect(exports.remove({ id })).rejects.toThrow('Export not found')
})
