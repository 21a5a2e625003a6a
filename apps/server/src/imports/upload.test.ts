import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { importSummary, MAX_IMPORT_BYTES } from '@nightdesk/contracts'
import { StorageFull } from '@nightdesk/storage'
import { beforeEach, expect, test } from 'vitest'
import { bearer, createUser, db, dependencies, signIn, testApp } from '../testing.ts'
import { uploadedFiles } from './testing.ts'

const app = await testApp()
const admin = await createUser({ role: 'admin' })
const signedIn = bearer(await signIn(admin))

beforeEach(() => db.deleteFrom('imports').execute())

async function upload(form: FormData, headers: Record<string, string> = signedIn, server = app) {
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return server.inject({ method: 'POST', url: '/admin/imports', headers: { ...headers, ...type }, payload })
}

function formWith(text: string, name = 'lamp.xml') {
  const form = new FormData()
  form.append('file', new File([text], name))
  return form
}

const rows = () => db.selectFrom('imports').select(['id', 'file', 'upload', 'made_by']).execute()

test('a file is stored while it comes in, and is about to be read', async () => {
  const response = await upload(formWith('<rss/>', 'C:\\exports\\la\u202Emp.xml'))

  expect(response.statusCode).toBe(201)
  const { data } = response.json()
  expect(importSummary.parse(data)).toMatchObject({
    file: 'lamp.xml',
    state: 'reading',
    imports_as: 'draft',
    progress: { done: 0, total: null },
  })
  const [row] = await rows()
  expect(row).toMatchObject({ id: data.id, made_by: admin.id })
  expect(await uploadedFiles()).toEqual([row?.upload])
  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(line).toMatchObject({ actor_id: admin.id, action: 'import.upload', target: `import:${data.id}` })
  await dependencies.import_files.delete(row?.upload ?? '')
})

test('only admins may upload, and only a form with one file that is not empty', async () => {
  const editor = bearer(await signIn(await createUser()))
  const second = formWith('a')
  second.append('file', new File(['b'], 'b.xml'))

  expect(await upload(formWith('a'), {})).toMatchObject({ statusCode: 401 })
  expect(await upload(formWith('a'), editor)).toMatchObject({ statusCode: 403 })
  expect((await upload(new FormData())).json()).toMatchObject({ error: 'Please choose a file' })
  expect((await upload(formWith(''))).json()).toMatchObject({ error: 'The file is empty.' })
  expect((await upload(second)).json()).toMatchObject({ error: 'Please upload one file at a time' })
  expect(await uploadedFiles()).toEqual([])
  expect(await rows()).toEqual([])
})

test('a storage without room is said, and nothing is left', async () => {
  const write = async () => {
    throw new StorageFull('The volume is full')
  }
  const server = await testApp({ import_files: { ...dependencies.import_files, write } })

  const response = await upload(formWith('a'), signedIn, server)

  expect(response.statusCode).toBe(413)
  expect(response.json().error).toContain('no room for this file')
  expect(await rows()).toEqual([])
})

const TYPE = 'multipart/form-data; boundary=one-boundary'
const BEGIN = '--one-boundary\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\n<rss>'

/** Begins an upload over HTTP. */
async function begin(length: number) {
  await app.listen({ port: 0 }).catch(() => {})
  const { port } = app.server.address() as AddressInfo // it listens on a port
  const type = { 'content-type': TYPE, 'content-length': length }
  const sent = httpRequest({
    port,
    method: 'POST',
    path: '/admin/imports',
    headers: { ...signedIn, ...type },
  })
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
  answer.catch(() => {})
  sent.on('error', () => {})
  sent.write(BEGIN)
  return { sent, answer }
}

test('a file that is too large is refused before it is sent', async () => {
  const { sent, answer } = await begin(2 * MAX_IMPORT_BYTES)

  const response = await answer
  expect(response.statusCode).toBe(413)
  expect(await json(response)).toMatchObject({ error: expect.stringContaining('more than 2 GB') })
  sent.destroy()
})

test('of an upload that is cut off, nothing is left', async () => {
  const { sent } = await begin(1_000)
  await expect.poll(uploadedFiles).toHaveLength(1)

  sent.destroy()

  await expect.poll(uploadedFiles).toEqual([])
  expect(await rows()).toEqual([])
})

test.each([BEGIN, 'no form'])('a broken form is a mistake of its sender: %j', async (payload) => {
  const headers = { ...signedIn, 'content-type': TYPE }

  const response = await app.inject({ method: 'POST', url: '/admin/imports', headers, payload })

  expect(response.json()).toMatchObject({ code: 'BAD_REQUEST', error: expect.stringContaining('incomplete') })
  expect(await uploadedFiles()).toEqual([])
})
