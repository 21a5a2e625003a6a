interface Dates {
  date_updated: string
  date_published: string | null
}

/** When readers last got a new text. A text that was edited before its publication counts from the publication. */
export const lastChange = ({ date_updated, date_published }: Dates): string =>
  date_published && date_published > date_updated ? date_published : date_updated
