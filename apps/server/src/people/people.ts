import {
  AppError,
  conflict,
  type people as contract,
  imagePath,
  invalid,
  notFound,
  type Person,
} from '@nightdesk/contracts'
import {
  articleTag,
  type Database,
  type DbOrTx,
  LISTS,
  type PageTags,
  readPage,
  type Tx,
} from '@nightdesk/db'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { mayShow } from '../articles/change.ts'
import { isCredited } from '../articles/read.ts'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { CurrentUser, Handlers, SignedInContext } from '../context.ts'
import { alphabetical, escapeLike } from '../search/words.ts'

export const people: Handlers<typeof contract> = {
  /** One page of those that match, and their number. Names that begin with the search are first, then the rest by name. */
  async list({ db, session }, { q = '', user, page, limit }) {
    const typed = escapeLike(q.trim())
    const shown = selectPeople(db)
      .where(sql<SqlBool>`people.name ilike ${`%${typed}%`}`)
      .$if(user === 'me', (query) => query.where('people.user_id', '=', session.user.id))
      .orderBy(sql`people.name ilike ${`${typed}%`}`, 'desc')
      .orderBy(alphabetical(sql.ref('file_as')))
      .orderBy('people.id')
    const { rows, count: total } = await readPage(shown, page, limit)
    return { total, people: rows.map(withPictureUrl) }
  },

  create: (ctx, person) =>
    change(ctx, async (tx) => {
      const { id } = await tx.insertInto('people').values(person).returning('id').executeTakeFirstOrThrow()
      await audit(tx, ctx, 'person.create', `person:${id}`, { name: person.name })
      return readPerson(tx, id)
    }),

  update: (ctx, { id, ...changes }) =>
    change(ctx, async (tx, invalidate) => {
      const [person] = await lockPeople(tx, [id])
      if (!person) throw notFound('Person')
      requireOwn(ctx.session.user, person)
      const { picture_image_id } = changes
      // The one that the person has may be an editor’s.
      if (picture_image_id && picture_image_id !== person.picture_image_id)
        await requirePicture(tx, ctx, picture_image_id)
      const fields = Object.keys(changes)
      if (fields.length > 0) {
        await tx.updateTable('people').set(changes).where('id', '=', id).execute()
        await audit(tx, ctx, 'person.update', `person:${id}`, { fields })
      }
      invalidate(await pagesOf(tx, id))
      return readPerson(tx, id)
    }),

  /**
   * Gives everything that one person has to another. Credits of versions change, too: they name a person, who is the same.
   * Nothing of the text of a version does.
   */
  merge: (ctx, { id, into }) =>
    change(ctx, async (tx, invalidate) => {
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
    }),

  delete: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const [person] = await lockPeople(tx, [id])
      if (!person) throw notFound('Person')
      if (person.user_id !== null) throw conflict(`${person.name} has an account, which needs a person.`)
      if (!(await readPerson(tx, id)).can_delete)
        throw conflict(
          `${person.name} is named in a byline, or in that of an earlier version. Merge them with somebody else instead.`,
        )
      await tx.deleteFrom('people').where('id', '=', id).execute()
      await audit(tx, ctx, 'person.delete', `person:${id}`, { name: person.name })
    }),
}

/** A picture that an editor has removed is used again. @throws VALIDATION_FAILED when it does not exist or is not theirs */
async function requirePicture(tx: Tx, ctx: SignedInContext, id: number): Promise<void> {
  if (!(await mayShow(tx, { user_id: ctx.session.user.id, article_id: null }, id)))
    throw invalid('picture_image_id', 'The picture does not exist. Please upload it again.')
  await tx.updateTable('images').set({ removed_at: null }).where('id', '=', id).execute()
}

type PersonRow = Selectable<Database['people']>

/** A text that names both in one role names the remaining one once. */
async function moveCredits(tx: Tx, from: number, to: number): Promise<void> {
  const { rows: doubled } = await sql<{ version_id: number | null }>`
    delete from credits doubled where person_id = ${from} and exists (
      select from credits
      where person_id = ${to} and role = doubled.role
        and (version_id = doubled.version_id or working_copy_id = doubled.working_copy_id)
    )
    returning version_id`.execute(tx)
  await tx.updateTable('credits').set({ person_id: to }).where('person_id', '=', from).execute()
  // The triggers of the search follow credits that change, not those that are deleted.
  const versions = doubled.map(({ version_id }) => version_id)
  await sql`
    select refresh_search_of_articles(array(
      select article_id from search_documents where version_id = any(${versions}::bigint[])
    ))`.execute(tx)
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

/** @throws NOT_FOUND */
async function readPerson(db: DbOrTx, id: number): Promise<Person> {
  const row = await selectPeople(db)
    .where('people.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Person'))
  return withPictureUrl(row)
}

const selectPeople = (db: DbOrTx) =>
  db
    .selectFrom('people')
    .leftJoin('images', 'images.id', 'people.picture_image_id')
    .select(['people.id', 'people.name', 'people.sort_name', 'people.file_as', 'people.bio'])
    .select(['people.picture_image_id', 'images.filename', 'people.links', 'people.user_id'])
    .select([ARTICLE_COUNT.as('article_count'), CAN_DELETE.as('can_delete')])

const withPictureUrl = <T extends { filename: string | null }>({ filename, ...row }: T) => ({
  ...row,
  picture_url: filename && imagePath(filename),
})

const ARTICLE_COUNT = sql<number>`(
  select count(*)::int from (
    select stories.id from credits join stories on current_version_id = version_id
    where person_id = people.id and state <> 'deleted'
    union
    select id from stories
    where author_id = people.user_id and state <> 'deleted'
      and not exists (select from credits where version_id = current_version_id)
  ) credited
)`

const CAN_DELETE = sql<boolean>`(people.user_id is null and not exists (select from credits where person_id = people.id))`

/** People who exist, locked until the transaction ends. In one order, against deadlocks. */
const lockPeople = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('people').where('id', 'in', ids).selectAll().orderBy('id').forUpdate().execute()

async function pagesOf(tx: Tx, id: number): Promise<PageTags> {
  const articles = await tx
    .selectFrom('articles')
    .where('articles.state', '=', 'published')
    .where(isCredited(id))
    .select('articles.id')
    .execute()
  return articles.length === 0 ? [] : [LISTS, ...articles.map((article) => articleTag(article.id))]
}

/** @throws FORBIDDEN for authors, unless the person is themselves */
function requireOwn(user: CurrentUser, person: { user_id: number | null }): void {
  if (user.role !== 'author' || person.user_id === user.id) return
  throw new AppError('FORBIDDEN', 'Only editors can change other people.')
}
