import type { Article } from '@nightdesk/contracts'
import { formatDate } from '../../format.ts'

type Dates = Pick<Article, 'date_created' | 'date_published' | 'date_updated'>

/**
 * The day to show after "Updated:", or null. An update on the day of creation is part of writing, and an update before
 * publication means nothing to a reader, so the day must be after both.
 */
export function updatedDay(article: Dates, timezone: string): string | null {
  const { date_created, date_updated } = article
  const published = article.date_published ?? date_created
  const updated = formatDate(date_updated, timezone)
  if (updated === formatDate(date_created, timezone)) return null
  // ISO instants in UTC sort as strings.
  if (date_updated < published || updated === formatDate(published, timezone)) return null
  return updated
}
