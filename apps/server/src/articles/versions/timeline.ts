import { MAX_TIMELINE_POINTS, type TimelinePoint } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { SignedInContext } from '../../context.ts'
import { requireVisible } from '../read.ts'
import { WRITER_WHO_LEFT } from './read.ts'

/** The newest versions without their texts, oldest first. */
export async function readTimeline(
  { db, session }: SignedInContext,
  { id }: { id: number },
): Promise<TimelinePoint[]> {
  await requireVisible(db, session.user, id)
  const points = await db
    .selectFrom('article_versions as version')
    .innerJoin('articles as article', 'article.id', 'version.article_id')
    .leftJoin('users as writer', 'writer.id', 'version.created_by')
    .leftJoin('version_labels as labelled', 'labelled.version_id', 'version.id')
    .where('version.article_id', '=', id)
    .select(['version.id', 'version.version_number', 'version.created_at', 'labelled.label'])
    .select(({ fn, val, ref }) => [
      fn.coalesce('writer.full_name', val(WRITER_WHO_LEFT)).as('created_by_name'),
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
}
