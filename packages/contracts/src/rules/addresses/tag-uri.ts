import { articlePath } from './public-paths.ts'

/** Names an article permanently on every server (RFC 4151), even after a change to https. */
export const tagUri = ({ url }: { url: string }, article: { id: number; date_created: string }): string =>
  `tag:${new URL(url).hostname},${article.date_created.slice(0, 10)}:${articlePath(article.id)}`
