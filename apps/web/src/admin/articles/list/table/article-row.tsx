import type { AdminArticleSummary } from '@nightdesk/contracts'
import { formatNumber, formatShortDate } from '../../../../format.ts'
import { paths } from '../../../../paths.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Cell, SelectCell } from '../../../../ui/table.tsx'
import { ScheduledBadge } from '../../schedule/scheduled-badge.tsx'
import type { Column } from '../columns/use-columns.ts'
import { StateBadge } from '../state-badge.tsx'
import { ExcerptCell, TitleCell } from './article-cells.tsx'
import { RowActions } from './row-actions.tsx'

interface ArticleRowProps {
  article: AdminArticleSummary
  columns: readonly Column[]
  isSelected: boolean
  /** `isRange`: also selects the rows since the last one. */
  onToggle(isRange: boolean): void
}

/** Figures have no room in a narrow table. Cards show them. */
const WIDE_ONLY = 'text-ink-2 as-table:max-xl:hidden'

export function ArticleRow({ article, columns, isSelected, onToggle }: ArticleRowProps) {
  const { id, title, excerpt, state, date_updated, scheduled_at, unsaved_at, word_count, readers } = article
  return (
    <tr
      data-article={id}
      aria-selected={isSelected}
      className="group/row relative hover:bg-bg aria-selected:bg-info-tint"
    >
      <SelectCell label={`Select ${title}`} isSelected={isSelected} onToggle={onToggle} />
      <TitleCell to={paths.admin.draft(id)} title={title} />
      {columns.includes('excerpt') && <ExcerptCell excerpt={excerpt} />}
      <Cell label="Status">
        <span className="flex flex-wrap items-center gap-1 as-table:flex-col as-table:items-start">
          <StateBadge state={state} />
          <ScheduledBadge at={scheduled_at} isShort />
          {unsaved_at !== null && <Badge tone="info">Unpublished changes</Badge>}
        </span>
      </Cell>
      {columns.includes('words') && (
        <Cell label="Words" numeric className={WIDE_ONLY}>
          {formatNumber(word_count)}
        </Cell>
      )}
      {columns.includes('readers') && (
        <Cell label="Readers" numeric className={WIDE_ONLY}>
          {formatNumber(readers)}
        </Cell>
      )}
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(date_updated)}
      </Cell>
      <Cell className="bg-inherit as-table:w-px">
        <RowActions article={article} />
      </Cell>
    </tr>
  )
}
