import type { pictures as contract } from '@nightdesk/contracts'
import type { Handlers } from '../calls/handlers.ts'
import { listPictures } from './list.ts'
import { removePictures, restorePictures } from './remove.ts'
import { readUses } from './uses.ts'

export const pictures: Handlers<typeof contract> = {
  list: ({ db }, input) => listPictures(db, input),
  uses: ({ db }, { id }) => readUses(db, id),
  remove: removePictures,
  restore: restorePictures,
}
