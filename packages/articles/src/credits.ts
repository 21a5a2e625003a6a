import { type Credit, invalid, isSameCredits } from '@nightdesk/contracts'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'

/** What has credits: a version, or unsaved work. */
type Credited = { version_id: number } | { working_copy_id: number }

/** A credit without the person’s name. */
export type NewCredit = Pick<Credit, 'person_id' | 'role'>

interface Byline {
  credits: Credit[]
  /** The authors in one text: “Ada”, “Ada and Grace”, “Ada, Grace, and Edith”. */
  author_name: string
}

/**
 * A lateral table of one row: the credits of a text. Without any, a text is by the owner of its article.
 * @param isOfText which rows of `credits` belong to the text
 * @param owner number of the owner’s account
 */
export const bylineOf = (isOfText: Expression<SqlBool>, owner: Expression<number>) => sql<Byline>`(
  select credits, case cardinality(names)
    when 1 then names[1]
    when 2 then names[1] || ' and ' || names[2]
    else array_to_string(trim_array(names, 1), ', ') || ', and ' || names[cardinality(names)]
  end as author_name
  from (
    select
      json_agg(json_build_object('person_id', people.id, 'name', name, 'role', role) order by position) as credits,
      array_agg(name order by position) filter (where role = 'author') as names
    from (
      select person_id, role, position from credits where ${isOfText}
      union all
      select id, 'author', 1 from people where user_id = ${owner} and not exists (select from credits where ${isOfText})
    ) credit
    join people on people.id = person_id
  ) named
)`

/** The credits of a joined version, whose article is joined too. */
export const versionByline = bylineOf(
  sql<SqlBool>`credits.version_id = version.id`,
  sql.ref<number>('articles.author_id'),
).as('byline')

/** The credits of a text, in order. @param ownerId the account that owns the article */
export async function readCredits(db: DbOrTx, text: Credited, ownerId: number): Promise<Credit[]> {
  const byline = bylineOf(belongsTo(text), sql.val(ownerId))
  const { rows } = await sql<Pick<Byline, 'credits'>>`select credits from ${byline} byline`.execute(db)
  return rows[0]!.credits // an aggregate has one row
}

/**
 * Gives a text these credits; none means the owner as its author. People who were merged with another one since become
 * that one.
 * @param ownerId the account that owns the article
 * @throws VALIDATION_FAILED when a person does not exist
 */
export async function writeCredits(
  tx: Tx,
  text: Credited,
  credits: readonly NewCredit[],
  ownerId: number,
): Promise<void> {
  const known = await resolveCredits(tx, credits)
  const rows = isSameCredits(known, await ownCredits(tx, ownerId)) ? [] : known
  await tx.deleteFrom('credits').where(belongsTo(text)).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('credits')
    .values(rows.map(({ person_id, role }, index) => ({ ...text, person_id, role, position: index + 1 })))
    .execute()
}

/** Gives a new text the credits of a version; null for none, which means the owner. */
export async function copyCredits(tx: Tx, version_id: number | null, text: Credited): Promise<void> {
  const [[column, id]] = Object.entries(text) as [[string, number]] // it has one key
  const copy = async () => {
    const { rows } = await sql<{ missing: number }>`
      with named as (
        select position, person_id, role from credits where version_id = ${version_id}
      ), present as (
        select named.* from named join people on people.id = person_id order by people.id for key share of people
      ), copied as (
        insert into credits (${sql.ref(column)}, position, person_id, role)
        select ${id}, position, person_id, role from present on conflict do nothing
      )
      select (select count(*) from named)::int - (select count(*) from present)::int as missing`.execute(tx)
    return rows[0]!.missing // a select without from has one row
  }
  // Somebody was merged while this waited for the lock: only a new statement sees whom the version names now.
  if ((await copy()) > 0) await copy()
}

/** The credit of an owner who is the only author. */
export async function ownCredits(db: DbOrTx, userId: number): Promise<Credit[]> {
  const { id, name } = await db
    .selectFrom('people')
    .where('user_id', '=', userId)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  return [{ person_id: id, name, role: 'author' }]
}

/**
 * Credits with the people whom they name now. The people are locked, so that nobody deletes them before the transaction ends.
 * @throws VALIDATION_FAILED when a person does not exist
 */
export async function resolveCredits(tx: Tx, credits: readonly NewCredit[]): Promise<Credit[]> {
  if (credits.length === 0) return []
  const numbers = [...new Set(credits.map(({ person_id }) => person_id))]
  const lock = () =>
    sql<{ asked: number; id: number; name: string }>`
      select asked, people.id, name
      from unnest(${numbers}::bigint[]) asked
      left join merged_people merged on merged.id = asked
      join people on people.id = coalesce(merged.person_id, asked)
      order by people.id
      for key share of people`.execute(tx)
  let { rows } = await lock()
  // Somebody may have been merged while this waited for the lock.
  if (rows.length < numbers.length) rows = (await lock()).rows
  const byNumber = new Map(rows.map((person) => [person.asked, person]))
  const resolved = credits.map(({ person_id, role }) => {
    const person = byNumber.get(person_id)
    if (!person)
      throw invalid('credits', 'A person in the byline does not exist any more. Please choose again.')
    return { person_id: person.id, name: person.name, role }
  })
  return uniqueCredits(resolved)
}

/** A merge may give a person the same role twice. */
const uniqueCredits = (credits: Credit[]) =>
  credits.filter(
    ({ person_id, role }, index) =>
      credits.findIndex((one) => one.person_id === person_id && one.role === role) === index,
  )

const belongsTo = (text: Credited) =>
  'version_id' in text
    ? sql<SqlBool>`credits.version_id = ${text.version_id}`
    : sql<SqlBool>`credits.working_copy_id = ${text.working_copy_id}`
