/** The address of a feed: a file below the page with the same stories. */
export const feedAddress = (pageUrl: string, file: string) => `${pageUrl.replace(/\/$/, '')}/${file}`
