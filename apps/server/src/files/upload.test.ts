import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { IMAGE_FILENAME, MAX_IMAGE_BYTES, uploadedImage } from '@nightdesk/contracts'
import { noise, padded } from '@nightdesk/images/testing'
import { openImportFiles, openStore, StorageUnavailable, type Store } from '@nightdesk/storage'
import { countObjects } from '@nightdesk/storage/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { uploadLimit } from '../http/limits.ts'
import { bearer, createUser, db, dependencies, losingAnswers, signIn, testApp } from '../testing.ts'

const app = await testApp()
const author = await createUser({ role: 'author' })
const signedIn = bearer(await signIn(author))
const picture = await noise(40, 30).png().toBuffer()

type Headers = Record<string, string>

async function upload(form: FormData, headers: Headers = signedIn, server = app, url = '/admin/upload') {
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return server.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload })
}

function formWith(bytes: Buffer, { field = 'file', name = 'photo.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.append(field, new File([Uint8Array.from(bytes)], name, { type }))
  return form
}

function textForm(...names: string[]) {
  const form = new FormData()
  for (const name of names) form.append(name, 'text')
  return form
}

function formWithTwoFiles() {
  const form = formWith(picture)
  form.append('file', new File(['second'], 'second.png'))
  return form
}

const traces = async () => ({
  images: await db.selectFrom('images').select('id').execute(),
  objects: (await countObjects(dependencies.storage)).objects,
})

describe('an upload', () => {
  test('is stored, recorded, and answered with its address', async () => {
    const response = await upload(formWith(picture))

    expect(response.statusCode).toBe(201)
    const { success, data } = response.json()
    expect(success).toBe(true)
    expect(uploadedImage.parse(data)).toEqual({
      filename: expect.stringMatching(IMAGE_FILENAME),
      url: `/api/uploads/${data.filename}`,
      image_id: expect.any(Number),
      width: 40,
      height: 30,
    })
    const stored = await buffer(await dependencies.storage.get(data.filename))
    const row = await db.selectFrom('images').selectAll().where('id', '=', data.image_id).executeTakeFirst()
    expect(row).toMatchObject({
      filename: data.filename,
      content_type: 'image/png',
      width: 40,
      height: 30,
      bytes: stored.length,
      sha256: createHash('sha256').update(stored).digest(),
      uploaded_by: author.id,
    })
  })

  test('leaves one line in the audit log', async () => {
    const { image_id } = (await upload(formWith(picture))).json().data

    const lines = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target', '=', `image:${image_id}`)
      .execute()

    expect(lines).toMatchObject([{ action: 'image.upload', actor_id: author.id }])
  })

  test('is named by the server and typed by its bytes', async () => {
    const form = formWith(picture, { name: '../../etc/passwd.svg', type: 'image/svg+xml' })

    const response = await upload(form)

    expect(response.json().data.filename).toMatch(/^[a-z2-7]{26}\.png$/)
  })

  test('may have other fields beside the file', async () => {
    const form = formWith(picture)
    form.append('alt', 'A lamp')

    expect((await upload(form)).statusCode).toBe(201)
  })

  test('may be just under 5 MiB', async () => {
    const response = await upload(formWith(padded(picture, MAX_IMAGE_BYTES)))

    expect(response.statusCode).toBe(201)
  })
})

describe('an upload is refused', () => {
  const tooLarge = { code: 'PAYLOAD_TOO_LARGE', error: 'Image size should be less than 5MB' }
  const noImage = { code: 'UNSUPPORTED_MEDIA_TYPE', error: 'Please upload an image file' }
  const invalidFile = { code: 'VALIDATION_FAILED', fields: [{ path: 'file' }] }
  const oneAtATime = { ...invalidFile, error: 'Please upload one image at a time' }
  const badForm = { code: 'BAD_REQUEST' }

  test.each([
    ['of 5 MiB', formWith(padded(picture, MAX_IMAGE_BYTES + 1)), 413, tooLarge],
    ['far over the limit', formWith(Buffer.alloc(8 * 1024 * 1024)), 413, tooLarge],
    [
      'that is SVG named .png',
      formWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      415,
      noImage,
    ],
    ['that is HTML named .png', formWith(Buffer.from('<!doctype html><script></script>')), 415, noImage],
    ['of nothing', formWith(Buffer.alloc(0)), 415, noImage],
    ['that is cut short', formWith(picture.subarray(0, 1000)), 422, invalidFile],
    ['without a file', textForm(), 422, invalidFile],
    ['in another field', formWith(picture, { field: 'picture' }), 422, invalidFile],
    ['as text', textForm('file'), 422, invalidFile],
    ['with two files', formWithTwoFiles(), 422, oneAtATime],
    ['with many fields', textForm('a', 'b', 'c', 'd', 'e', 'f'), 400, badForm],
    ['with a poisonous field', textForm('__proto__'), 400, badForm],
  ])('%s', async (_, form, status, body) => {
    const before = await traces()

    const response = await upload(form)

    expect(response.json()).toMatchObject({ success: false, ...body })
    expect(response.statusCode).toBe(status)
    expect(await traces()).toEqual(before)
  })

  test.each([
    ['application/json', '{"file":"x"}', 415],
    ['text/plain', 'x', 415],
    ['multipart/mixed; boundary=x', '--x--', 415],
    ['multipart/form-data', 'no boundary', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab',
      400,
    ],
    ['multipart/form-data; boundary=x', 'nonsense', 400],
    ['multipart/form-data; boundary=x', '', 422],
  ])('when its content is %s: %j', async (type, payload, status) => {
    const headers = { ...signedIn, 'content-type': type }

    const response = await app.inject({ method: 'POST', url: '/admin/upload', headers, payload })

    expect(response.json()).toMatchObject({ success: false, request_id: expect.any(String) })
    expect(response.statusCode).toBe(status)
  })

  test('without a body', async () => {
    const response = await app.inject({ method: 'POST', url: '/admin/upload', headers: signedIn })

    expect(response.statusCode).toBe(422)
  })

  test('beyond 600 an hour', async () => {
    const eager = await createUser({ role: 'author' })
    const headers = bearer(await signIn(eager))
    await upload(formWith(picture), headers)
    await db
      .updateTable('rate_limits')
      .set({ count: uploadLimit(eager.id).max })
      .where('count', '=', 1)
      .execute()

    const response = await upload(formWith(picture), headers)

    expect(response.statusCode).toBe(429)
    expect(response.json().error).toBe('Too many attempts. Please try again in 60 minutes.')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a stranger', () => {
  test.each<Headers>([{}, { authorization: 'Bearer nonsense' }])('is turned away: %o', async (headers) => {
    const response = await upload(formWith(picture), headers)

    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ success: false, code: 'UNAUTHORIZED' })
  })

  test('is refused before the body', async () => {
    const address = new URL('/admin/upload', await app.listen({ port: 0 }))
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 }

    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(address, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        request.destroy()
      })
      request.on('error', reject).flushHeaders()
    })

    expect(status).toBe(401)
  })
})

describe('when the storage fails', () => {
  const broken = (change: Partial<Store>) => testApp({ storage: { ...dependencies.storage, ...change } })

  test('an upload is refused with a time to retry, and leaves no row', async () => {
    const before = await traces()
    const server = await broken({ put: () => Promise.reject(new StorageUnavailable('down')) })

    const response = await upload(formWith(picture), signedIn, server)

    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
    expect(await traces()).toEqual(before)
  })

  test('an object without its row is deleted', async () => {
    const before = await traces()
    const server = await broken({
      async put(key, bytes) {
        await dependencies.storage.put(key, bytes)
        // The account is deleted during its upload, so the row cannot be written.
        await db.deleteFrom('sessions').where('user_id', '=', leaver.id).execute()
        await db.deleteFrom('users').where('id', '=', leaver.id).execute()
      },
    })
    const leaver = await createUser({ role: 'author' })

    const response = await upload(formWith(picture), bearer(await signIn(leaver)), server)

    expect(response.statusCode).toBeGreaterThanOrEqual(500)
    expect(await traces()).toEqual(before)
  })
})

test('the file of a picture stays when its row was committed though the connection broke', async () => {
  const server = await testApp({ db: losingAnswers() })

  const response = await upload(formWith(picture), signedIn, server)

  expect(response.statusCode).toBe(503)
  const { filename } = await db
    .selectFrom('images')
    .select('filename')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await dependencies.storage.head(filename)).toMatchObject({ key: filename })
})

const NO_UPLOADS = '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'

/** As servers of buckets say that no byte more fits. */
test.each([
  [403, 'QuotaExceeded'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
  [507, 'XMinioStorageFull'],
  [507, 'InsufficientStorage'],
])('a bucket that is full (%i %s) is said, for pictures and imports', async (status, code) => {
  const bucket = createServer((request, response) => {
    const isWrite = request.method === 'PUT' || request.method === 'POST'
    request.resume().on('end', () => {
      if (isWrite)
        response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Full</Message></Error>`)
      else response.end(NO_UPLOADS)
    })
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  onTestFinished(() => void bucket.close().closeAllConnections())
  const { port } = bucket.address() as AddressInfo // it listens on a port
  const keys = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  const settings = { DATA_DIR: '', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'night', ...keys }
  const storage = await openStore(settings)
  const server = await testApp({ storage, import_files: await openImportFiles(settings) })
  const admin = bearer(await signIn(await createUser({ role: 'admin' })))

  for (const url of ['/admin/upload', '/admin/imports']) {
    const answer = await upload(formWith(picture), admin, server, url)

    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toBe('The storage has no room for this file. Make some, and try again.')
  }
})
