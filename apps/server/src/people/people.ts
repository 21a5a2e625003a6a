import { conflict, type people as contract, type Input, invalid, notFound } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { mayShow } from '../articles/write-version.ts'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { listPeople, readPerson } from './list.ts'
import { lockPeople } from './lock.ts'
import { mergePeople } from './merge.ts'
import { pagesOf } from './pages-of.ts'
import { requireOwn } from './policy.ts'

export const people: Handlers<typeof contract> = {
  list: listPeople,

  create: (ctx, person) =>
    commitAnswer(ctx, async (tx) => {
      const { id } = await tx.insertInto('people').values(person).returning('id').executeTakeFirstOrThrow()
      await audit(tx, ctx, 'person.create', `person:${id}`, { name: person.name })
      return readPerson(tx, id)
    }),

  update: (ctx, { id, ...changes }) =>
    withInvalidation(ctx, async (tx, invalidate) => {
      const [person] = await lockPeople(tx, [id])
      if (!person) throw notFound('Person')
      requireOwn(ctx.session.user, person)
      await changePerson(tx, ctx, person, changes)
      invalidate(await pagesOf(tx, id))
      return readPerson(tx, id)
    }),

  merge: mergePeople,

  delete: (ctx, { id }) =>
    ctx.db.transaction().execute(async (tx) => {
      const [person] = await lockPeople(tx, [id])
      if (!person) throw notFound('Person')
      if (person.user_id !== null) throw conflict(`${person.name} has an account, which needs a person.`)
      if (await hasCredits(tx, id))
        throw conflict(
          `${person.name} is named in a byline, or in that of an earlier version. Merge them with somebody else instead.`,
        )
      await tx.deleteFrom('people').where('id', '=', id).execute()
      await audit(tx, ctx, 'person.delete', `person:${id}`, { name: person.name })
    }),
}

type Changes = Omit<Input<(typeof contract)['update']>, 'id'>

async function changePerson(
  tx: Tx,
  ctx: SignedInContext,
  { id, picture_image_id }: { id: number; picture_image_id: number | null },
  changes: Changes,
): Promise<void> {
  const fields = Object.keys(changes)
  if (fields.length === 0) return
  // The one that the person has may be an editor’s.
  if (changes.picture_image_id !== picture_image_id)
    await requirePicture(tx, ctx, changes.picture_image_id ?? null)
  await tx.updateTable('people').set(changes).where('id', '=', id).execute()
  await audit(tx, ctx, 'person.update', `person:${id}`, { fields })
}

/** A picture that an editor has removed is used again. @throws VALIDATION_FAILED when it does not exist or is not theirs */
async function requirePicture(tx: Tx, ctx: SignedInContext, id: number | null): Promise<void> {
  if (id === null) return
  if (!(await mayShow(tx, { user_id: ctx.session.user.id, article_id: null }, id)))
    throw invalid('picture_image_id', 'The picture does not exist. Please upload it again.')
  await tx.updateTable('images').set({ removed_at: null }).where('id', '=', id).execute()
}

async function hasCredits(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('credits')
    .where('person_id', '=', id)
    .select('person_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
