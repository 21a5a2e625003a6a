import type { NewCredit } from '@nightdesk/articles'
import type { CreditRole } from '@nightdesk/contracts'
import { findOrCreatePerson, findPerson, type PersonChoice, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { ImportedAuthor } from '../../model.ts'
import { cut } from '../fit-item.ts'
import type { RunningImport } from '../context.ts'

interface Credited {
  credits: NewCredit[]
  /** People who were added. */
  added: number[]
  /** The account of the first author; null when none has this address. */
  owner: number | null
}

/** Letters of a name, and credits of a version. */
const MAX = { name: 400, credits: 20 }

/**
 * The people who are credited: those who were chosen, those who came with the source, those of accounts with the same e-mail
 * address, or with the same name. Others are added.
 */
export async function creditPeople(
  tx: Tx,
  run: Pick<RunningImport, 'id' | 'credits'>,
  authors: readonly ImportedAuthor[],
): Promise<Credited> {
  const named = authors.filter(({ name }) => name.trim() !== '').slice(0, MAX.credits)
  const found: { person_id: number; role: CreditRole; owner: number | null; isNew: boolean }[] = []
  for (const author of named) found.push({ ...(await findPersonOf(tx, run, author)), role: author.role })
  return {
    credits: found.map(({ person_id, role }) => ({ person_id, role })),
    added: found.flatMap(({ person_id, isNew }) => (isNew ? [person_id] : [])),
    owner: found.find(({ role }) => role === 'author')?.owner ?? null,
  }
}

async function findPersonOf(
  tx: Tx,
  { id, credits }: Pick<RunningImport, 'id' | 'credits'>,
  { key, name, email }: ImportedAuthor,
) {
  const person = credits.get(name)
  const chosen = person === undefined ? undefined : await findChosen(tx, person)
  if (chosen) return { ...chosen, isNew: false }
  const imported = key === undefined ? undefined : await findImported(tx, id, key)
  if (imported !== undefined) return { person_id: imported, owner: null, isNew: false }
  const account = email === undefined ? undefined : await findAccount(tx, email)
  if (account) return { ...account, isNew: false }
  return { ...(await findOrAddPerson(tx, name)), owner: null }
}

/** The person whom this import found or added for one of the source. */
export async function findImported(tx: Tx, importId: number, key: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('import_people')
    .where('import_id', '=', importId)
    .where('key', '=', key)
    .select('person_id')
    .executeTakeFirst()
  return row?.person_id
}

export async function findOrAddPerson(tx: Tx, name: string, choice: PersonChoice = {}) {
  const fitted = cut(name.replace(/\s+/g, ' ').trim(), MAX.name)
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from people`.execute(tx)
  const person_id = await findOrCreatePerson(tx, fitted, choice)
  return { person_id, isNew: person_id === choice.id || person_id > rows[0]!.last } // an aggregate has one row
}

/** Undefined for somebody who was deleted since. */
async function findChosen(tx: Tx, id: number) {
  const person_id = await findPerson(tx, id)
  if (person_id === undefined) return undefined
  const account = await tx
    .selectFrom('people')
    .innerJoin('users', 'users.id', 'user_id')
    .where('people.id', '=', person_id)
    .where('status', '<>', 'deleted')
    .select('users.id')
    .executeTakeFirst()
  return { person_id, owner: account?.id ?? null }
}

const findAccount = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .where(sql`lower(username)`, '=', email.trim().toLowerCase())
    .where('status', '<>', 'deleted')
    .select(['people.id as person_id', 'users.id as owner'])
    .executeTakeFirst()
