import { sql } from 'kysely'
import type { DbOrTx, Tx } from './client.ts'

export interface PersonChoice {
  /** People of the same name who are somebody else. */
  except?: readonly number[]
  /** A free number for the person who is added. */
  id?: number | undefined
}

/** The number of the person with this name, ignoring case and outer spaces; the oldest of several. Adds one if there is none. */
export async function findOrCreatePerson(
  tx: Tx,
  name: string,
  { except = [], id: wanted }: PersonChoice = {},
): Promise<number> {
  const trimmed = name.trim()
  // Two transactions with the same new name take turns.
  await sql`select pg_advisory_xact_lock(hashtext('person ' || lower(${trimmed})))`.execute(tx)
  const known = await tx
    .selectFrom('people')
    .where(sql`lower(name)`, '=', sql`lower(${trimmed})`)
    .where('id', '<>', sql<number>`all(${except}::bigint[])`)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('people')
    .values({ name: trimmed, id: wanted })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number under which a person is found now: that of another one after a merge. Undefined when there is none. */
export async function findPerson(db: DbOrTx, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('people')
    .leftJoin('merged_people as merged', 'merged.person_id', 'people.id')
    .where((eb) => eb.or([eb('people.id', '=', id), eb('merged.id', '=', id)]))
    .select('people.id')
    .executeTakeFirst()
  return found?.id
}
