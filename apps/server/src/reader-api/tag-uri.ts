import { articlePath } from '@nightdesk/contracts'
import type { SiteSettings } from '@nightdesk/web/server-api'

/** Names an article permanently on every server (RFC 4151), even after a change to https. */
export const tagUri = ({ url }: SiteSettings, article: { id: number; date_created: string }): string =>
  `tag:${new URL(url).hostname},${article.date_created.slice(0, 10)}:${articlePath(article.id)}`
