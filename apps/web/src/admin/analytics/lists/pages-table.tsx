import type { AnalyticsOverview, Period } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatNumber } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Cell, HeadCell, Table } from '../../../ui/table.tsx'
import { Section } from '../../screen/section.tsx'

interface PagesTableProps extends Pick<AnalyticsOverview, 'pages'> {
  period: Period
}

/** The articles read in the period, most views first; each links to its own figures. */
export function PagesTable({ pages, period }: PagesTableProps) {
  return (
    <Section title="Articles">
      {pages.length === 0 && <p className="text-muted">Nothing was read in this period.</p>}
      {pages.length > 0 && (
        <Table
          label="Articles"
          head={
            <>
              <HeadCell>Article</HeadCell>
              <HeadCell numeric>Views</HeadCell>
              <HeadCell numeric>All-time readers</HeadCell>
            </>
          }
        >
          {pages.map(({ article_id, title, page_path, views, unique_views }) => (
            <tr key={article_id}>
              <Cell className="w-full font-medium wrap-anywhere">
                {title === null ? (
                  <span className="text-muted">{page_path}, no longer published</span>
                ) : (
                  <Link
                    to={{ pathname: paths.admin.articleAnalytics(article_id), search: `?period=${period}` }}
                    className="hover:underline"
                  >
                    {title}
                  </Link>
                )}
              </Cell>
              <Cell label="Views" numeric>
                <span>{formatNumber(views)}</span>
              </Cell>
              <Cell label="All-time readers" numeric>
                <span>{formatNumber(unique_views)}</span>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
