import { sql } from 'kysely'
import { createImage, db } from '../testing.ts'

/** A picture that may be removed. @returns its id */
export async function createOldPicture(): Promise<number> {
  const { id } = await createImage()
  const created_at = sql<string>`now() - interval '2 days'`
  await db.updateTable('images').set({ created_at }).where('id', '=', id).execute()
  return id
}
