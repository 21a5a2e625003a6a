import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openEbooks } from '@nightdesk/renditions'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPublished, createUser, db, dependencies, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser()

test('a program without a server makes the bytes that readers download', async () => {
  const { id } = await createPublished(editor)
  const { rawPayload } = await app.inject(`/post/${id}.epub`)
  await db.deleteFrom('renditions').where('article_id', '=', id).execute()

  using books = await openEbooks(dependencies, createLog('silent'))
  const book = await books.read(id)

  expect(book && (await buffer(Readable.from(book)))).toEqual(rawPayload)
  expect(await books.read(999_999)).toBeUndefined()
})
