import {
  imagePath,
  MAX_BYTES_OF_VERSIONS,
  MAX_VERSIONS_WITH_CONTENT,
  notFound,
  type Version,
  type VersionSummary,
} from '@nightdesk/contracts'
import { bylineOf, type Db, type DbOrTx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import type { SignedInContext } from '../../context.ts'
import { requireVisible } from '../read.ts'

const PAGE_SIZE = 50
/** The name of a writer whose account was deleted. */
export const WRITER_WHO_LEFT = 'Someone who left'

interface ListInput {
  id: number
  before?: number
  limit?: number
}

/** Newest first. A page has no content: the content of a thousand versions would be tens of megabytes. */
export async function listVersions(
  { db, session }: SignedInContext,
  { id, before, limit }: ListInput,
): Promise<VersionSummary[]> {
  await requireVisible(db, session.user, id)
  if (before === undefined && limit === undefined) return listWithContent(db, id)
  let page = selectVersions(db, id).limit(limit ?? PAGE_SIZE)
  if (before !== undefined) page = page.where('version.version_number', '<', before)
  return (await page.execute()).map(named)
}

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
  return rows.map(({ bytes_so_far: _, ...row }) => named(row))
}

/** @throws NOT_FOUND when there is none, or when this user may not see it */
export async function getVersion(
  { db, session }: SignedInContext,
  { id, version_id }: { id: number; version_id: number },
): Promise<Version> {
  await requireVisible(db, session.user, id)
  const row = await selectVersions(db, id)
    .select('version.content')
    .where('version.id', '=', version_id)
    .executeTakeFirst()
  if (!row) throw notFound('Version')
  return named(row)
}

/** @throws NOT_FOUND when the article has no such version */
export async function readSummary(db: DbOrTx, articleId: number, versionId: number): Promise<VersionSummary> {
  const row = await selectVersions(db, articleId).where('version.id', '=', versionId).executeTakeFirst()
  if (!row) throw notFound('Version')
  return named(row)
}

const selectVersions = (db: Pick<Db, 'selectFrom'>, articleId: number) =>
  db
    .selectFrom('article_versions as version')
    .innerJoin('articles', 'articles.id', 'version.article_id')
    .innerJoinLateral(
      bylineOf(sql<SqlBool>`credits.version_id = version.id`, sql.ref<number>('articles.author_id')).as(
        'byline',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .leftJoin('users as writer', 'writer.id', 'version.created_by')
    .leftJoin('version_labels as labelled', 'labelled.version_id', 'version.id')
    .where('version.article_id', '=', articleId)
    .select(['version.id', 'version.article_id', 'version.version_number', 'version.state', 'version.title'])
    .select(['version.excerpt', 'version.poster_image_id', 'version.poster_alt', 'version.word_count'])
    .select('byline.credits')
    .select(['version.created_at', 'version.change_description', 'labelled.label'])
    .select(['poster.filename', 'writer.full_name as created_by_name'])
    .orderBy('version.version_number', 'desc')

/** Replaces the poster’s file name by its path on this site. */
const named = <T extends { filename: string | null; created_by_name: string | null }>({
  filename,
  created_by_name,
  ...row
}: T) => ({
  ...row,
  poster_url: filename && imagePath(filename),
  created_by_name: created_by_name ?? WRITER_WHO_LEFT,
})
