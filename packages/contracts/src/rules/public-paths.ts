// Where readers find things, without the weight of a schema.

/** An article; also `page_path` in the analytics. */
export const articlePath = (articleId: number) => `/post/${articleId}`

/** The articles of a writer. */
export const authorPath = (userId: number) => `/author/${userId}`

/** The articles filed under a tag. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`
