import type { DashboardStats } from '@nightdesk/contracts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/states.tsx'
import { PopularList } from '../analytics/popular-list.tsx'

export function PopularArticles({ articles }: { articles: DashboardStats['popular_articles'] | undefined }) {
  return (
    <Card title="Popular Articles">
      {articles ? (
        <PopularList
          articles={articles.map(({ article_id, title, view_count }) => ({
            id: article_id,
            title,
            views: view_count,
          }))}
        />
      ) : (
        <Loading label="Loading popular articles..." lines={3} />
      )}
    </Card>
  )
}
