import { admin } from '../accounts.ts'
import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { rowsOf } from '../row.ts'

const SCREEN = '/admin/dashboard'
const main = landmark('main')

const stats = {
  total_views: { today: 12, yesterday: 9, all_time: 3456 },
  visitor_metrics: { unique_visitors: 789, return_rate: 12.34 },
  popular_articles: [{ article_id: 7, title: 'Fog on the Ropes', view_count: 321 }],
}

expectTexts('dashboard', [
  ...rowsOf(SCREEN, undefined, [
    { text: new RegExp(`Welcome.*${admin.name}`), as: 'part' },
    { text: 'Views Today', as: 'term' },
    { text: 'Total Views', as: 'term' },
    { text: 'Unique Visitors', as: 'term' },
    { text: 'Return Rate', as: 'term' },
    { text: 'New Article', as: 'link', to: '/admin/new-draft', inside: main },
    { text: 'View Analytics', as: 'link', to: '/admin/analytics', inside: main },
    { text: 'Check Workers', as: 'link', to: '/admin/workers', inside: main },
    { text: 'Popular Articles', as: 'heading' },
    { text: 'Recent Articles', as: 'heading' },
  ]),
  // A new article, as other tests may have written articles since the first.
  ...rowsOf(`${SCREEN}?{own story}`, undefined, [{ text: 'A Story of My Own', inside: main }]),
  ...rowsOf(SCREEN, { fixture: 'many views', answers: { analytics: { dashboard: stats } } }, [
    { text: '12.3%', inside: main },
    { text: '3,456', inside: main },
    { text: 'Fog on the Ropes', as: 'link', to: '/admin/draft/7' },
    { text: /321 views/, as: 'part' },
  ]),
])
