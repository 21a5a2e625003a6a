/** Key of the queries about the proof of an article: its link, and what is shown of it. */
export const proofKey = (articleId: number) => ['proof', articleId] as const
