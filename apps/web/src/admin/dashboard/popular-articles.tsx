import type { DashboardStats } from '@nightdesk/contracts'
import { Loading } from '../../ui/states.tsx'
import { PopularList } from '../analytics/lists/popular-list.tsx'
import { Section } from '../screen/section.tsx'

export function PopularArticles({ articles }: { articles: DashboardStats['popular_articles'] | undefined }) {
  return (
    <Section title="Popular Articles">
      <div className="rounded-card border border-line bg-surface p-4">
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
      </div>
    </Section>
  )
}
