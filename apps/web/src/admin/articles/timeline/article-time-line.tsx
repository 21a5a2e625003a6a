import type { AdminArticle } from '@nightdesk/contracts'
import { normalize } from '@nightdesk/editor'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSelectedVersion } from '../versions/use-selected-version.ts'
import { MomentText } from './moment-text.tsx'
import { TimeLine } from './time-line.tsx'

/** The time line of an article that is read. What was cut is brought back in the editor. */
export function ArticleTimeLine({ article }: { article: AdminArticle }) {
  const { momentId } = useSelectedVersion()
  const { title, content } = article
  const now = useMemo(() => ({ title, content: normalize(content) }), [title, content])
  return (
    <TimeLine article={article} isSelectionShown>
      {(version, isAlone) => (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-8">
          {article.state !== 'deleted' && momentId !== null && (
            <p className="mb-5 text-xs text-muted">
              <Link
                className="underline"
                to={`${paths.admin.editDraft(article.id)}?versions=1&version=${momentId}&moment=1`}
              >
                Open this moment in the editor
              </Link>{' '}
              to bring back what was cut.
            </p>
          )}
          <MomentText version={version} now={isAlone ? undefined : now} />
        </div>
      )}
    </TimeLine>
  )
}
