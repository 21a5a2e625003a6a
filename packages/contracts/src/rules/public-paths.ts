// Paths of public pages. Free of schemas, which would add to the browser’s bundle.

/** An article; also `page_path` in the analytics. */
export const articlePath = (articleId: number) => `/post/${articleId}`

/** The articles of a writer. */
export const authorPath = (userId: number) => `/author/${userId}`

/** The articles with a tag. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`
