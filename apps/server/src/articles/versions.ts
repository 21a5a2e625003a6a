import { isSeenBy, readCredits, SUMMARY_COLUMNS, TEXT_COLUMNS, versionByline } from '@nightdesk/articles'
import {
  type versions as contract,
  isSameCredits,
  MAX_BYTES_OF_VERSIONS,
  MAX_TIMELINE_POINTS,
  MAX_VERSIONS_WITH_CONTENT,
  notFound,
  type Version,
} from '@nightdesk/contracts'
import type { Db, DbOrTx, Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers } from '../context.ts'
import { hitsBeginningWith, queryWords, snippetOf } from '../search/words.ts'
import { changeArticle, requireSameText, writeText } from './change.ts'
import { lockArticle, requireEditable, requireVisible, withPosterUrl } from './read.ts'

const PAGE_SIZE = 50
/** The name of a joined `writer`, whose account may be deleted. */
export const writerName = sql<string>`coalesce(writer.full_name, 'Someone who left')`

export const versions: Handlers<typeof contract> = {
  /** Newest first. A page has no content: the content of a thousand versions would be tens of megabytes. */
  async list({ db, session }, { id, before, limit }) {
    await requireVisible(db, session.user, id)
    if (before === undefined && limit === undefined) return listWithContent(db, id)
    let page = selectVersions(db, id).limit(limit ?? PAGE_SIZE)
    if (before !== undefined) page = page.where('version.version_number', '<', before)
    return (await page.execute()).map(withPosterUrl)
  },

  /** @throws NOT_FOUND when there is none, or when this user may not see it */
  async get({ db, session }, { id, version_id }) {
    await requireVisible(db, session.user, id)
    const version = selectVersion(db, id, version_id).select('version.content')
    return withPosterUrl(await version.executeTakeFirstOrThrow(() => notFound('Version')))
  },

  /** The newest versions without their texts, oldest first. */
  async timeline({ db, session }, { id }) {
    await requireVisible(db, session.user, id)
    const points = await db
      .selectFrom('article_versions as version')
      .innerJoin('articles as article', 'article.id', 'version.article_id')
      .leftJoin('users as writer', 'writer.id', 'version.created_by')
      .leftJoin('version_labels as labelled', 'labelled.version_id', 'version.id')
      .where('version.article_id', '=', id)
      .select(['version.id', 'version.version_number', 'version.created_at', 'labelled.label'])
      .select(({ ref }) => [
        writerName.as('created_by_name'),
        sql<boolean>`${ref('version.state')} = 'published'
          and lag(${ref('version.state')}) over (order by version_number) is distinct from 'published'`.as(
          'is_publication',
        ),
        sql<boolean>`${ref('version.id')} is not distinct from ${ref('article.published_version_id')}`.as(
          'is_public',
        ),
      ])
      .orderBy('version.version_number', 'desc')
      .limit(MAX_TIMELINE_POINTS)
      .execute()
    return points.reverse()
  },

  /** Labels a version. No public page shows labels, so none is invalidated. */
  label: (ctx, { id, version_id, label }) =>
    change(ctx, async (tx) => {
      const { article } = await lockArticle(tx, ctx.session.user, id)
      requireEditable(article)
      const version = selectVersion(tx, id, version_id)
      const before = await version.executeTakeFirstOrThrow(() => notFound('Version'))
      if (before.label === label) return withPosterUrl(before)
      await writeLabel(tx, version_id, label)
      const { version_number } = before
      await audit(tx, ctx, 'article.label', `article:${id}`, { version_number, label })
      return withPosterUrl({ ...before, label })
    }),

  /** Paragraphs that contain all the words, each once for all versions that have it. Cut paragraphs come first. */
  async search({ db, session: { user } }, { q, article_id, limit }) {
    const words = queryWords(q)
    if (words.length === 0) return []
    const query = words.map((word) => `${word}:*`).join(' & ')
    let found = db
      .selectFrom('passages')
      .innerJoin('articles', 'articles.id', 'passages.article_id')
      .innerJoin('article_versions as current', 'current.id', 'articles.current_version_id')
      .where('passages.words', '@@', sql<string>`to_tsquery('simple', ${query})`)
      .where(isSeenBy(user))
      .groupBy(['articles.id', 'current.id', 'passages.hash'])
      .select([
        'articles.id as article_id',
        'articles.state as article_state',
        'current.title as article_title',
      ])
      .select(({ fn, ref }) => [
        fn.min('passages.text').as('text'),
        fn.min('passages.first_version').as('first_version'),
        sql<number>`max(coalesce(last_version, ${ref('current.version_number')}))`.as('last_version'),
        sql<boolean>`bool_or(last_version is null)`.as('is_current'),
      ])
    if (article_id !== undefined) found = found.where('articles.id', '=', article_id)
    const passages = await db
      .selectFrom(found.as('found'))
      .innerJoin('article_versions as first', (join) =>
        join
          .onRef('first.article_id', '=', 'found.article_id')
          .onRef('first.version_number', '=', 'first_version'),
      )
      .innerJoin('article_versions as last', (join) =>
        join
          .onRef('last.article_id', '=', 'found.article_id')
          .onRef('last.version_number', '=', 'last_version'),
      )
      .select(['found.article_id', 'article_title', 'article_state', 'text', 'is_current'])
      .select(['first_version', 'first.created_at as first_version_at'])
      .select(['last_version', 'last.created_at as last_version_at', 'last.id as last_version_id'])
      .orderBy('is_current')
      .orderBy('last.created_at', 'desc')
      .orderBy('found.article_id')
      .orderBy('text')
      .limit(limit)
      .execute()
    return passages.map((passage) => ({
      ...passage,
      snippet: snippetOf(passage.text, hitsBeginningWith(passage.text, words)),
    }))
  },

  revert: (ctx, { id, version_id, base_version }) =>
    changeArticle(ctx, id, async (tx, locked) => {
      const { article, current } = locked
      requireEditable(article)
      if (base_version !== undefined) await requireSameText(tx, locked, base_version)
      const { version_number, ...text } = await readVersion(tx, id, version_id)
      const credits = await readCredits(tx, { version_id }, article.author_id)
      if (text.content_hash.equals(current.content_hash) && isSameCredits(credits, current.credits)) return
      await writeText(tx, ctx, article, { ...text, credits }, `Reverted to version ${version_number}`)
      await audit(tx, ctx, 'article.revert', `article:${id}`, { version_number })
    }),
}

const readVersion = (tx: Tx, articleId: number, versionId: number) =>
  tx
    .selectFrom('article_versions')
    .where('id', '=', versionId)
    .where('article_id', '=', articleId)
    .select([...TEXT_COLUMNS, 'content_hash', 'version_number'])
    .executeTakeFirstOrThrow(() => notFound('Version'))

/** The newest versions up to a limit of bytes, and always the newest itself. */
async function listWithContent(db: Db, id: number): Promise<Version[]> {
  const rows = await db
    .with('newest', (newest) =>
      selectVersions(newest, id)
        .select('version.content')
        .select(
          sql<string>`sum(octet_length(version.content::text)) over (order by version_number desc)`.as(
            'bytes_so_far',
          ),
        )
        .limit(MAX_VERSIONS_WITH_CONTENT),
    )
    .selectFrom('newest')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('bytes_so_far', '<=', String(MAX_BYTES_OF_VERSIONS)),
        eb('version_number', '=', eb.selectFrom('newest').select(eb.fn.max('version_number').as('newest'))),
      ]),
    )
    .orderBy('version_number', 'desc')
    .execute()
  return rows.map(({ bytes_so_far: _, ...row }) => withPosterUrl(row))
}

const selectVersions = (db: Pick<Db, 'selectFrom'>, articleId: number) =>
  db
    .selectFrom('article_versions as version')
    .innerJoin('articles', 'articles.id', 'version.article_id')
    .innerJoinLateral(versionByline, (join) => join.onTrue())
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .leftJoin('users as writer', 'writer.id', 'version.created_by')
    .leftJoin('version_labels as labelled', 'labelled.version_id', 'version.id')
    .where('version.article_id', '=', articleId)
    .select(SUMMARY_COLUMNS.map((column) => `version.${column}` as const))
    .select(['version.id', 'version.article_id', 'version.version_number', 'version.state'])
    .select([
      'version.word_count',
      'version.created_at',
      'version.change_description',
      'byline.credits',
      'labelled.label',
    ])
    .select('poster.filename as poster_filename')
    .select(writerName.as('created_by_name'))
    .orderBy('version.version_number', 'desc')

const selectVersion = (db: DbOrTx, articleId: number, versionId: number) =>
  selectVersions(db, articleId).where('version.id', '=', versionId)

async function writeLabel(tx: Tx, version_id: number, label: string | null): Promise<void> {
  if (label === null) await tx.deleteFrom('version_labels').where('version_id', '=', version_id).execute()
  else
    await tx
      .insertInto('version_labels')
      .values({ version_id, label })
      .onConflict((labelled) => labelled.column('version_id').doUpdateSet({ label }))
      .execute()
}
