import { imagePath } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uploadLimit } from '../http/limits.ts'
import { as, createImage, createUser, db } from '../testing.ts'

const writer = await createUser({ role: 'author' })
const { imageCopies } = as(writer)

const ask = () => imageCopies.create({ url: 'https://example.org/a.png?key=secret' })

test('a copy is queued, and later says where it is and how large', async () => {
  const { id, ...asked } = await ask()
  expect(asked).toEqual({ state: 'queued', image: null, error: null })
  expect(await imageCopies.get({ id })).toEqual({ id, ...asked })

  const { id: image_id, filename } = await createImage()
  await db.updateTable('image_copies').set({ state: 'done', image_id }).where('id', '=', id).execute()

  const image = { image_id, filename, url: imagePath(filename), width: 1, height: 1 }
  expect(await imageCopies.get({ id })).toEqual({ id, state: 'done', image, error: null })
})

test('a copy that failed says why', async () => {
  const { id } = await ask()
  const error = 'No site was found at this address.'
  await db.updateTable('image_copies').set({ state: 'failed', error }).where('id', '=', id).execute()

  expect(await imageCopies.get({ id })).toEqual({ id, state: 'failed', image: null, error })
})

test('nobody else can read it, and a missing one has the same answer', async () => {
  const { id } = await ask()
  const other = as(await createUser({ role: 'admin' })).imageCopies

  for (const call of [() => other.get({ id }), () => imageCopies.get({ id: 999_999 })])
    await expect(call()).rejects.toMatchObject({ message: 'Copy not found', code: 'NOT_FOUND' })
})

test.each([
  '/a.png',
  '#a',
  'mailto:ada@example.org',
  'ftp://example.org/a.png',
  'https://a:b@example.org/',
  '',
])('it is of a web address only, not of %j', async (url) => {
  await expect(imageCopies.create({ url })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('copies are made one after another, so that other jobs have room', async () => {
  const ids = [(await ask()).id, (await ask()).id]

  const { rows } = await sql<{ queue: string }>`
    select queue_name as queue from graphile_worker.jobs join graphile_worker._private_jobs waiting using (id)
    where (waiting.payload ->> 'copy_id')::bigint = any(${ids})`.execute(db)
  expect(rows).toEqual([{ queue: 'copy-image' }, { queue: 'copy-image' }])
})

test('the audit log names the site, not the whole address', async () => {
  const { id } = await ask()

  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(line).toMatchObject({
    action: 'image.copy',
    target: `image-copy:${id}`,
    detail: { host: 'example.org' },
  })
})

test('copies count as uploads: beyond 600 an hour they are refused', async () => {
  const eager = await createUser({ role: 'author' })
  const { create } = as(eager).imageCopies
  await create({ url: 'https://example.org/a.png' })
  await db
    .updateTable('rate_limits')
    .set({ count: uploadLimit(eager.id).max })
    .execute()

  await expect(create({ url: 'https://example.org/a.png' })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})
