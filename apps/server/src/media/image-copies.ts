import { type imageCopies as contract, imagePath, notFound } from '@nightdesk/contracts'
import { addJob } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

/** One queue for all copies: a site that does not answer delays other copies, but no other job. */
const QUEUE = 'copy-image'

export const imageCopies: Handlers<typeof contract> = {
  async create(ctx, { url }) {
    const requested_by = ctx.session.user.id
    await consume(ctx, [uploadLimit(requested_by)])
    return commitAnswer(ctx, async (tx) => {
      const copy = await tx
        .insertInto('image_copies')
        .values({ url, requested_by })
        .returning(['id', 'state', 'error'])
        .executeTakeFirstOrThrow()
      await addJob(tx, 'copy-image', { copy_id: copy.id }, { queue: QUEUE })
      // Only the origin: the address may hold a key to the image.
      await audit(tx, ctx, 'image.copy', `image-copy:${copy.id}`, { host: new URL(url).host })
      return { ...copy, image: null }
    })
  },

  async get({ db, session }, { id }) {
    const copy = await db
      .selectFrom('image_copies')
      .where('id', '=', id)
      .where('requested_by', '=', session.user.id)
      .select(['id', 'state', 'error', 'image_id'])
      .executeTakeFirst()
    if (!copy) throw notFound('Copy')
    const { image_id, ...rest } = copy
    if (image_id === null) return { ...rest, image: null }
    const image = await db
      .selectFrom('images')
      .where('id', '=', image_id)
      .select(['filename', 'width', 'height'])
      .executeTakeFirstOrThrow()
    return { ...rest, image: { ...image, image_id, url: imagePath(image.filename) } }
  },
}
