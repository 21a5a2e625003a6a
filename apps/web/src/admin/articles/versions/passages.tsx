import type { Passage } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ButtonLink } from '../../screen/button-link.tsx'
import { Loaded } from '../../screen/loaded.tsx'

interface PassageListProps {
  q: string
  /** Only search the versions of this article. */
  articleId?: number
  /** Present when an editor is open beside the list. */
  onInsert?: (passage: Passage) => void
}

/** Passages in any version that contain all the words. */
export function PassageList({ q, articleId, onInsert }: PassageListProps) {
  const found = api.versions.search.useQuery(
    { q, article_id: articleId },
    { placeholderData: keepPreviousData },
  )
  return (
    <Loaded query={found} loading="Searching old versions...">
      {(passages) =>
        passages.length === 0 ? (
          <EmptyState title={`No version has “${q}”`} help="A passage has to hold all the words." />
        ) : (
          <ul aria-label="Passages" aria-busy={found.isPlaceholderData} className="flex flex-col gap-3">
            {passages.map((passage) => (
              <li key={`${passage.article_id} ${passage.first_version} ${passage.text}`}>
                <PassageCard passage={passage} hasTitle={articleId === undefined} onInsert={onInsert} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

interface PassageCardProps extends Pick<PassageListProps, 'onInsert'> {
  passage: Passage
  hasTitle: boolean
}

function PassageCard({ passage, hasTitle, onInsert }: PassageCardProps) {
  const { article_id, article_title, last_version, last_version_id, snippet } = passage
  const version = `${paths.admin.draft(article_id)}?versions=1&version=${last_version_id}`
  return (
    <article className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      {hasTitle && (
        <h2 dir="auto" className="font-medium wrap-anywhere">
          {article_title}
        </h2>
      )}
      <p dir="auto" className="font-serif text-md wrap-anywhere whitespace-pre-line">
        {snippet.map(({ text, is_hit }, index) => {
          const key = `${index} ${text}`
          return is_hit ? (
            <mark key={key} className="rounded-[2px] bg-warning-tint font-medium text-warning">
              {text}
            </mark>
          ) : (
            <span key={key}>{text}</span>
          )
        })}
      </p>
      <p className="text-xs text-muted">
        {describeLife(passage)} · {lifetime(passage)}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={version} size="sm">
          Open version {last_version}
        </ButtonLink>
        {onInsert && (
          <Button size="sm" onClick={() => onInsert(passage)}>
            Insert into the draft
          </Button>
        )}
      </div>
    </article>
  )
}

function lifetime({ first_version_at, last_version_at, is_current }: Passage): string {
  const [first, last] = [formatShortDate(first_version_at), formatShortDate(last_version_at)]
  if (is_current) return `since ${first}`
  return first === last ? first : `${first} to ${last}`
}

type Life = Pick<Passage, 'first_version' | 'last_version' | 'is_current'>

/** Describes the versions that contain a passage: "Lived from version 2 to version 7; cut in version 8". */
export function describeLife({ first_version, last_version, is_current }: Life): string {
  if (is_current) return `In the text since version ${first_version}`
  const lived =
    first_version === last_version
      ? `Lived in version ${first_version}`
      : `Lived from version ${first_version} to version ${last_version}`
  return `${lived}; cut in version ${last_version + 1}`
}
