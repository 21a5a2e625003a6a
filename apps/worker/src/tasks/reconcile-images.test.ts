import { expect, test } from 'vitest'
import { addImage, ago, createArticle, DAY, db } from '../testing.ts'
import { deleteUnusedImages } from './reconcile-storage.ts'

test('an image that an editor removed is deleted after a day, and one that a text uses again stays', async () => {
  const addOld = () => addImage(null, { created_at: ago(3 * DAY) })
  const [removed, lately, used] = [await addOld(), await addOld(), await addOld()]
  await setRemoved([removed, used], ago(2 * DAY))
  await setRemoved([lately], ago(0))
  const article = await createArticle('A picture')
  await db
    .updateTable('article_versions')
    .set({ poster_image_id: used })
    .where('article_id', '=', article)
    .execute()

  await deleteUnusedImages(db)

  const left = await db.selectFrom('images').select(['id', 'removed_at']).orderBy('id').execute()
  expect(left).toEqual([
    { id: lately, removed_at: expect.any(String) },
    { id: used, removed_at: null },
  ])
})

const setRemoved = (ids: number[], removed_at: string) =>
  db.updateTable('images').set({ removed_at }).where('id', 'in', ids).execute()
