import { conflict, type people as contract, invalid, notFound } from '@nightdesk/contracts'
import type { Database, Tx } from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { readPerson } from './list.ts'
import { lockPeople } from './lock.ts'
import { pagesOf } from './pages-of.ts'

type PersonRow = Selectable<Database['people']>

/**
 * Gives everything that one person has to another. Credits of versions change, too: they name a person, who is the same.
 * Nothing of the text of a version does.
 */
export const mergePeople: Handler<typeof contract.merge> = (ctx, { id, into }) =>
  withInvalidation(ctx, async (tx, invalidate) => {
    if (id === into) throw invalid('into', 'Choose somebody else')
    const people = await lockPeople(tx, [id, into])
    const [from, to] = [id, into].map((number) => people.find((person) => person.id === number))
    if (!from || !to) throw notFound('Person')
    if (from.user_id !== null && to.user_id !== null)
      throw conflict(`${from.name} and ${to.name} both have an account, so they stay two people.`)
    invalidate(await pagesOf(tx, from.id))
    await moveCredits(tx, from.id, to.id)
    await moveDetails(tx, from, to)
    await moveAddresses(tx, from.id, to.id)
    await tx.deleteFrom('people').where('id', '=', from.id).execute()
    invalidate(await pagesOf(tx, to.id))
    await audit(tx, ctx, 'person.merge', `person:${from.id}`, { name: from.name, into: to.id })
    return readPerson(tx, to.id)
  })

/** A text that names both in one role names the remaining one once. */
async function moveCredits(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    delete from credits doubled where person_id = ${from} and exists (
      select from credits
      where person_id = ${to} and role = doubled.role
        and (version_id = doubled.version_id or working_copy_id = doubled.working_copy_id)
    )`.execute(tx)
  await tx.updateTable('credits').set({ person_id: to }).where('person_id', '=', from).execute()
}

/** Articles without a byline follow the account. */
async function moveDetails(tx: Tx, from: PersonRow, to: PersonRow): Promise<void> {
  if (from.user_id !== null)
    await tx.updateTable('people').set({ user_id: null }).where('id', '=', from.id).execute()
  await tx
    .updateTable('people')
    .set({
      user_id: to.user_id ?? from.user_id,
      bio: to.bio || from.bio,
      picture_image_id: to.picture_image_id ?? from.picture_image_id,
      links: to.links.length > 0 ? to.links : from.links,
    })
    .where('id', '=', to.id)
    .execute()
}

/** The address of the page of one leads to that of the other. */
async function moveAddresses(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('merged_people').set({ person_id: to }).where('person_id', '=', from).execute()
  await tx.insertInto('merged_people').values({ id: from, person_id: to }).execute()
}
