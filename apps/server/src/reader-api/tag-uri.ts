import { articlePath } from '@nightdesk/contracts'
import type { SiteSettings } from '@nightdesk/web/server-api'

/** Names an article for good, wherever it can be read (RFC 4151): not even a change to https makes it another. */
export const tagUri = ({ url }: SiteSettings, article: { id: number; date_created: string }): string =>
  `tag:${new URL(url).hostname},${article.date_created.slice(0, 10)}:${articlePath(article.id)}`
