import type { Db } from '@nightdesk/db'
import type { Manifest } from '../manifest.ts'
import { loadRenderer } from '../pages/renderer.ts'

interface CheckedPages {
  /** Stories that are rendered to the same bytes as before the backup; null when they cannot be compared. */
  count: number | null
  problems: string[]
}

/**
 * Renders the sample of the manifest from the restored rows. A story that was rendered by another version of Nightdesk need
 * not have the same bytes, but it must be rendered.
 */
export async function checkPages({ pages }: Pick<Manifest, 'pages'>, db: Db): Promise<CheckedPages> {
  const renderer = await loadRenderer()
  if (!pages || !renderer) return { count: null, problems: [] }
  const isComparable = pages.renderer === renderer.id
  const problems: string[] = []
  for (const [id, expected] of Object.entries(pages.sha256)) {
    const { article_id, content } = await db
      .selectFrom('article_versions')
      .select(['article_id', 'content'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    const rendered = renderer.hashOf(content)
    if (rendered === null) problems.push(`The story ${article_id} cannot be rendered.`)
    else if (isComparable && rendered !== expected)
      problems.push(`The story ${article_id} is not rendered as it was before the backup.`)
  }
  const count = Object.keys(pages.sha256).length - problems.length
  return { count: isComparable ? count : null, problems }
}
