import type { ArticleAnalytics as Figures } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../api.ts'
import { downloadCsv } from '../../download.ts'
import { formatDateTime, formatNumber, formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { POLL_MS } from '../query-client.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { useRole } from '../screen/current-user.ts'
import { Loaded } from '../screen/loaded.tsx'
import { Page } from '../screen/page.tsx'
import { ChartCard } from './chart-card.tsx'
import { articleRows } from './csv.ts'
import { FigureCard, Readers, ShareList } from './figures.tsx'
import { PeriodControls, usePeriod } from './period.tsx'

export function ArticleAnalytics() {
  const id = Number(useParams().id)
  const { period, show, isCompared, toggleCompare } = usePeriod()
  const article = api.analytics.article.useQuery(
    { id, period },
    { refetchInterval: POLL_MS, placeholderData: keepPreviousData },
  )
  const { data } = article
  const exportCsv = () =>
    data && downloadCsv(`article-${id}-${data.period}-${data.current.last_day}.csv`, articleRows(data))

  return (
    <Page title={data?.title ?? 'Article'} actions={<Links id={id} />}>
      <PeriodControls
        period={period}
        onChange={show}
        asOf={data && formatDateTime(data.as_of)}
        onExport={data && exportCsv}
      />
      <Loaded query={article} loading="Loading figures...">
        {(figures) => (
          <>
            <Cards figures={figures} />
            <ChartCard {...figures} isCompared={isCompared} onCompare={toggleCompare} />
            <Versions {...figures} />
            <Readers {...figures} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Authors cannot open another author's article in the admin, only on the public site. */
function Links({ id }: { id: number }) {
  const role = useRole()
  const isOwn = api.articles.get.useQuery({ id }, { enabled: role === 'author' }).isSuccess
  return (
    <>
      <ButtonLink to={paths.admin.analytics}>All articles</ButtonLink>
      {role === 'author' && !isOwn ? (
        <a href={paths.article(id)} className={buttonClass()}>
          Open article
        </a>
      ) : (
        <ButtonLink to={paths.admin.draft(id)}>Open article</ButtonLink>
      )}
    </>
  )
}

function Cards({ figures: { views, unique_views, staff_views, period } }: { figures: Figures }) {
  return (
    <dl
      aria-label="Figures of the article"
      className="grid grid-cols-2 gap-3 *:last:col-span-2 lg:grid-cols-3 lg:*:last:col-span-1"
    >
      <FigureCard label="Views" figure={views} period={period} />
      <StatCard label="Readers" value={formatNumber(unique_views)} note="Different ones, since it came out" />
      <StatCard label="By the desk" value={formatNumber(staff_views)} note="Of the views, while signed in" />
    </dl>
  )
}

function Versions({ versions, views }: Pick<Figures, 'versions' | 'views'>) {
  return (
    <Card title="Which text was read">
      <ShareList
        label="Versions"
        shares={versions.map(({ version_number, created_at, views }) => ({
          name:
            version_number === null || created_at === null
              ? 'Not told'
              : `Version ${version_number}, saved ${formatShortDate(created_at)}`,
          views,
        }))}
        whole={views.value}
        nothing="No views in this period."
      />
    </Card>
  )
}
