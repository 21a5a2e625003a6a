import { press } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, rowsOf } from '../row.ts'

const SCREEN = '/admin/analytics'
const trigger = { when: 'the analytics are triggered', act: press('Trigger Analytics') }

const summary = {
  generated_at: '2026-11-18T14:05:00.000Z',
  page_views: {
    total_views: { today: 1, last_7_days: 23, last_30_days: 456, all_time: 7890 },
    page_stats: [{ page_path: '/post/7', total_views: 77, unique_views: 66 }],
  },
  visitor_metrics: { unique_visitors: 55, return_visitors: 44, return_rate: 80 },
  popular_articles: [{ id: 7, title: 'Fog on the Ropes', views: 77 }],
}

expectTexts('analytics', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'Analytics', as: 'heading' },
    { text: 'Trigger Analytics', as: 'button' },
    { text: /^running$/i },
    { ...trigger, text: 'Success', as: 'notice', detail: 'Analytics task triggered successfully' },
  ]),
  ...rowsOf(SCREEN, { fixture: 'many views', answers: { analytics: { latest: summary } } }, [
    { text: /today/i, as: 'term' },
    { text: /7 days/, as: 'term' },
    { text: /30 days/, as: 'term' },
    { text: /all time/i, as: 'term' },
    { text: '7,890' },
    { text: '80%' },
    { text: '/post/7' },
    { text: 'Fog on the Ropes' },
  ]),
  ...failures(SCREEN, 'workers.triggerAnalytics', [
    { ...trigger, text: 'Error', as: 'notice', detail: 'Failed to trigger analytics task' },
  ]),
])
