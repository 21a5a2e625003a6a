import {
  type Input,
  imagePath,
  notFound,
  type Person,
  type PersonList,
  type people,
} from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import type { SignedInContext } from '../context.ts'

type Search = Input<(typeof people)['list']>

/** One page of those that match, and their number. Names that begin with the search are first, then the rest by name. */
export async function listPeople(
  { db, session }: SignedInContext,
  { q = '', user, page = 1, limit = 50 }: Search,
): Promise<PersonList> {
  const typed = q.trim().replace(/[\\%_]/g, '\\$&')
  const matching = db
    .selectFrom('people')
    .where(sql<SqlBool>`people.name ilike ${`%${typed}%`}`)
    .$if(user === 'me', (query) => query.where('people.user_id', '=', session.user.id))
  const shown = matching
    .select('people.id')
    .orderBy(sql`people.name ilike ${`${typed}%`}`, 'desc')
    .orderBy(sql`lower(file_as)`)
    .orderBy('people.id')
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total }, ids] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    shown.execute(),
  ])
  const rows = await readPeople(
    db,
    ids.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { total: Number(total), people: ids.flatMap(({ id }) => byId.get(id) ?? []) }
}

/** @throws NOT_FOUND */
export async function readPerson(db: DbOrTx, id: number): Promise<Person> {
  const [person] = await readPeople(db, [id])
  if (!person) throw notFound('Person')
  return person
}

async function readPeople(db: DbOrTx, ids: number[]): Promise<Person[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('people')
    .leftJoin('images', 'images.id', 'people.picture_image_id')
    .where('people.id', 'in', ids)
    .select(['people.id', 'people.name', 'people.sort_name', 'people.file_as', 'people.bio'])
    .select(['people.picture_image_id', 'images.filename', 'people.links', 'people.user_id'])
    .select([articleCount.as('article_count'), CAN_DELETE.as('can_delete')])
    .execute()
  return rows.map(({ filename, ...row }) => ({ ...row, picture_url: filename && imagePath(filename) }))
}

const articleCount = sql<number>`(
  select count(*)::int from (
    select articles.id from credits join articles on current_version_id = version_id
    where person_id = people.id and state <> 'deleted'
    union
    select articles.id from articles
    where author_id = people.user_id and state <> 'deleted'
      and not exists (select from credits where version_id = current_version_id)
  ) credited
)`

const CAN_DELETE = sql<boolean>`(people.user_id is null and not exists (select from credits where person_id = people.id))`
