import { anyFirstRevision, conflict, type workingCopies as contract, notFound } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { requireEditable } from '../articles/policy.ts'
import { lockArticle, readArticle } from '../articles/read.ts'
import { readTags } from '../articles/tags.ts'
import { requireImages } from '../articles/write-version.ts'
import type { Service } from '../service.ts'
import { findWorkingCopy, removeWorkingCopy, requireRevision } from './find.ts'

/** Unsaved work leaves no line in the audit log: it changes nothing that anybody else can see. */
export const workingCopies: Service<typeof contract> = {
  async get({ db, session }, { id }) {
    await readArticle(db, session.user, id)
    const copy = await findWorkingCopy(db, session.user.id, id)
    if (!copy) throw notFound('Working copy')
    return copy
  },

  put: ({ db, session: { user } }, { id, revision, first_revision, base_version, tags, ...text }) =>
    db.transaction().execute(async (tx) => {
      const { article, current } = await lockArticle(tx, user, id)
      requireEditable(article)
      if (base_version > current.version_number) throw conflict(`There is no version ${base_version} yet.`)
      const before = await findWorkingCopy(tx, user.id, id)
      requireRevision(before, revision)
      const { excerpt, poster_image_id } = before ?? current
      const next = { excerpt, poster_image_id, ...text }
      await requireImages(tx, next)
      const row = {
        ...next,
        base_version,
        content: JSON.stringify(next.content),
        tags: tags ?? before?.tags.map(({ name }) => name) ?? (await readTags(tx, id)),
      }
      await tx
        .insertInto('working_copies')
        .values({ ...row, article_id: id, user_id: user.id, revision: first_revision ?? anyFirstRevision() })
        .onConflict((taken) =>
          taken
            .columns(['article_id', 'user_id'])
            .doUpdateSet({ ...row, revision: sql`working_copies.revision + 1`, updated_at: sql`now()` }),
        )
        .execute()
      // It was written a moment ago, in this transaction.
      return (await findWorkingCopy(tx, user.id, id))!
    }),

  delete: ({ db, session: { user } }, { id, revision }) =>
    db.transaction().execute(async (tx) => {
      await lockArticle(tx, user, id)
      const copy = await findWorkingCopy(tx, user.id, id)
      if (copy) requireRevision(copy, revision)
      await removeWorkingCopy(tx, user.id, id)
    }),
}
