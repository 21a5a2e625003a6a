import { Link } from 'react-router'
import { api, explain } from '../../api.ts'
import { formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { StateBadge } from '../articles/state-badge.tsx'
import { Section } from '../screen/section.tsx'

const SHOWN = 5

export function RecentArticles() {
  const recent = api.articles.list.useQuery({ limit: SHOWN, sort: '-date_updated' })
  return (
    <Section title="Recent Articles">
      {recent.isPending && <Loading label="Loading articles..." lines={SHOWN} />}
      {recent.isError && <ErrorState message={explain(recent.error)} onRetry={() => recent.refetch()} />}
      {recent.data?.length === 0 && <p className="text-muted">No articles available</p>}
      {recent.data && recent.data.length > 0 && (
        <Table
          label="Recent Articles"
          head={
            <>
              <HeadCell>Title</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell>Last Updated</HeadCell>
            </>
          }
        >
          {recent.data.map(({ id, title, state, date_updated }) => (
            <tr key={id}>
              <Cell className="min-w-40 font-medium wrap-anywhere">
                <Link to={paths.admin.draft(id)} className="hover:underline">
                  {title}
                </Link>
              </Cell>
              <Cell label="Status">
                <StateBadge state={state} />
              </Cell>
              <Cell label="Last Updated" className="whitespace-nowrap text-ink-2">
                {formatShortDate(date_updated)}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
