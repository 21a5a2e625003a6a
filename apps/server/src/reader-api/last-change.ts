interface Dates {
  date_updated: string
  date_published: string | null
}

/** When readers last got something new: a text that is edited before it comes out is new when it does. */
export const lastChange = ({ date_updated, date_published }: Dates): string =>
  date_published && date_published > date_updated ? date_published : date_updated
