import { sql } from 'kysely'
import type { CurrentUser } from '../context.ts'
import { as, createImage, db } from '../testing.ts'

/** A picture that may be removed. @returns its id */
export async function createOldPicture(): Promise<number> {
  const { id } = await createImage()
  const created_at = sql<string>`now() - interval '2 days'`
  await db.updateTable('images').set({ created_at }).where('id', '=', id).execute()
  return id
}

type Act = () => Promise<unknown>

/** Prepares one call of every endpoint that changes pictures. */
export function callsOfPictures(admin: CurrentUser): Record<string, () => Promise<Act>> {
  const { pictures } = as(admin)
  return {
    'pictures.remove': async () => {
      const ids = [await createOldPicture()]
      return () => pictures.remove({ ids })
    },
    'pictures.restore': async () => {
      const ids = [await createOldPicture()]
      await pictures.remove({ ids })
      return () => pictures.restore({ ids })
    },
  }
}
