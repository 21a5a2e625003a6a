import {
  type CreditRole,
  MAX_BIO,
  MAX_PERSON_LINKS,
  MAX_PERSON_NAME,
  personLinkProblem,
  withoutDirectionMarks,
} from '@nightdesk/contracts'
import {
  announceChange,
  type DbOrTx,
  findOrCreatePerson,
  findPerson,
  type ImportedDetails,
  LISTS,
  type PersonChoice,
  type Tx,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { oneLine, storable } from '../archive/fields.ts'
import type { ImportedAuthor, ImportedPerson, Source } from '../model.ts'
import type { RunContext, RunningImport } from './context.ts'
import { cut } from './fit-item.ts'
import { advanceSequence, freeNumber } from './own-numbers.ts'
import { recordPicture, type StoredPicture, storeArchivePictures } from './pictures.ts'

/**
 * Finds or adds the people of the source, before the stories that name them, and fills in what the site does not know about
 * them. It can be repeated after it was killed.
 */
export async function importPeople(ctx: RunContext, run: RunningImport, source: Source): Promise<void> {
  if (!source.people) return
  const keepsNumbers = await advanceSequence(ctx, source, 'users')
  for await (const person of source.people()) await importPerson(ctx, run, source, { person, keepsNumbers })
}

async function importPerson(
  ctx: RunContext,
  run: RunningImport,
  source: Source,
  { person, keepsNumbers }: { person: ImportedPerson; keepsNumbers: boolean },
): Promise<void> {
  if (person.name.trim() === '') return
  const pictures = person.picture ? [person.picture] : []
  const { stored } = await storeArchivePictures(ctx, run.id, source, { pictures, poster: null })
  await ctx.transaction(async (tx) => {
    const { key } = person
    const known = (await findKnown(tx, source.identity, [key])).get(key)
    if (known?.import_id === run.id) return
    const found = known
      ? { person_id: known.person_id, isNew: false }
      : await findOrAddPerson(tx, person.name, {
          except: await foundBefore(tx, run.id),
          id: keepsNumbers ? await freeNumber(tx, key) : undefined,
        })
    const { person_id, isNew: is_new } = found
    // What an earlier import brought in may have been changed since.
    const details = known ? {} : await fillIn(tx, run, person_id, { person, stored })
    await tx
      .insertInto('import_people')
      .values({ import_id: run.id, key, person_id, is_new, details: JSON.stringify(details) })
      .execute()
    await announceChange(tx, { tags: [LISTS], has_cdn: ctx.has_cdn })
  })
}

/** The people whom the last imports of the site found or added, by their keys. */
async function findKnown(db: DbOrTx, source: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('import_people')
    .innerJoin('imports', 'imports.id', 'import_id')
    .where('source', '=', source)
    .where(({ eb, fn, val }) => eb('key', '=', fn.any(val(keys))))
    .select(['key', 'import_id', 'person_id'])
    .orderBy('import_id')
    .execute()
  return new Map(rows.map(({ key, ...known }) => [key, known]))
}

/**
 * The numbers of those who are credited for authors, and of the people of a source by their keys, without one for those who are about
 * to be added.
 */
export async function findPeople(
  db: DbOrTx,
  source: Source,
  authors: readonly Pick<ImportedAuthor, 'name' | 'email'>[],
  credits: ReadonlyMap<string, number>,
) {
  const all = await Array.fromAsync(source.people?.() ?? [])
  const people = all.filter(({ name }) => name.trim() !== '')
  const keys = people.map(({ key }) => key)
  const known = await findKnown(db, source.identity, keys)
  const names = [...authors, ...people].map(({ name }) => fitName(name, MAX_PERSON_NAME))
  const { rows: named } = await sql<{ name: string; id: number }>`
    select given.name, people.id from unnest(${names}::text[]) given (name)
    join people on lower(people.name) = lower(given.name) order by people.id`.execute(db)
  const { rows: accounts } = await sql<{ email: string; id: number }>`
    select lower(username) as email, people.id from users join people on people.user_id = users.id
    where lower(username) = any(${authors.flatMap(emailOf)}) and status <> 'deleted'`.execute(db)
  const byName = Map.groupBy(named, ({ name }) => name)
  const byEmail = new Map(accounts.map(({ email, id }) => [email, id]))
  const idsOf = (name: string) => (byName.get(fitName(name, MAX_PERSON_NAME)) ?? []).map(({ id }) => id)
  const found = new Set<number>()
  const byKey = new Map<string, { name: string; id: number | undefined }>()
  for (const { key, name } of people) {
    // Two people of one site who have the same name stay two people.
    const id = known.get(key)?.person_id ?? idsOf(name).find((id) => !found.has(id))
    if (id !== undefined) found.add(id)
    byKey.set(key, { name: storable(name), id })
  }
  return {
    byKey,
    numberOf: ({ name, email }: Pick<ImportedAuthor, 'name' | 'email'>): number | undefined =>
      credits.get(name) ?? byEmail.get(emailOf({ email })[0] ?? '') ?? idsOf(name)[0],
  }
}

const emailOf = ({ email }: Pick<ImportedAuthor, 'email'>) =>
  email === undefined ? [] : [storable(email).trim().toLowerCase()]

/** What two writings of one name have in common. */
export const personKey = (name: string) => fitName(name, MAX_PERSON_NAME).toLowerCase()

/** Two people of one site who have the same name stay two people. */
async function foundBefore(tx: Tx, importId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('import_people')
    .where('import_id', '=', importId)
    .select('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** @returns what was empty before */
async function fillIn(
  tx: Tx,
  run: RunningImport,
  id: number,
  { person, stored }: { person: ImportedPerson; stored: ReadonlyMap<string, StoredPicture> },
): Promise<ImportedDetails> {
  const before = await tx
    .selectFrom('people')
    .where('id', '=', id)
    .select(['sort_name', 'bio', 'links', 'picture_image_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { sort_name, bio, links } = fitPerson(person)
  const [picture] = before.picture_image_id === null ? stored.values() : []
  const image = picture && (await recordPicture(tx, run, picture))
  const details: ImportedDetails = {
    ...(before.sort_name === null && sort_name && { sort_name }),
    ...(before.bio === '' && bio && { bio }),
    ...(before.links.length === 0 && links.length > 0 && { links }),
    ...(image && { picture_image_id: image.id }),
  }
  if (Object.keys(details).length > 0)
    await tx.updateTable('people').set(details).where('id', '=', id).execute()
  return details
}

const fitName = (name: string, max: number) => cut(oneLine(withoutDirectionMarks(name)), max)

const fitPerson = ({ sort_name, bio, links }: ImportedPerson) => ({
  sort_name: fitName(sort_name ?? '', MAX_PERSON_NAME),
  bio: cut(bio, MAX_BIO),
  links: links.filter((link) => personLinkProblem(link) === undefined).slice(0, MAX_PERSON_LINKS),
})

/**
 * The people who are credited: those who were chosen, those who came with the source, those of accounts with the same e-mail
 * address, or with the same name. Others are added.
 */
export async function creditPeople(
  tx: Tx,
  run: Pick<RunningImport, 'id' | 'credits'>,
  authors: readonly ImportedAuthor[],
) {
  const found: { person_id: number; role: CreditRole; owner: number | null; isNew: boolean }[] = []
  for (const author of authors) found.push({ ...(await findPersonOf(tx, run, author)), role: author.role })
  return {
    credits: found.map(({ person_id, role }) => ({ person_id, role })),
    /** People who were added. */
    added: found.flatMap(({ person_id, isNew }) => (isNew ? [person_id] : [])),
    /** The account of the first author; null when none has this address. */
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
async function findImported(tx: Tx, importId: number, key: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('import_people')
    .where('import_id', '=', importId)
    .where('key', '=', key)
    .select('person_id')
    .executeTakeFirst()
  return row?.person_id
}

async function findOrAddPerson(tx: Tx, name: string, choice: PersonChoice = {}) {
  const fitted = fitName(name, MAX_PERSON_NAME)
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
