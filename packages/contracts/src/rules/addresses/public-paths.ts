// Paths of public pages. Free of schemas, which would add to the browser’s bundle.

/** An article; also `page_path` in the analytics. */
export const articlePath = (articleId: number) => `/post/${articleId}`

/** The page of a person. */
export const authorPath = (personId: number) => `/author/${personId}`

/** The articles with a tag. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`

/** A page that only people with its link see. */
export const previewPath = (token: string) => `/preview/${token}`

/** The path to which a reader of a preview sends a note. */
export const notesPath = (token: string) => `/api/previews/${token}/notes`

/** What a writer sees of a preview before it is published: the page, and the pictures that are made of it. */
export const proofPaths = (preview: string) => ({
  page: `${preview}/proof`,
  card: `${preview}/card.png`,
  cover: `${preview}/cover.png`,
})

/** What the card of an article, and the cover of its book, show: the title and the poster. */
export const cardAlt = ({ title, poster_alt }: { title: string; poster_alt: string | null }) =>
  poster_alt === null ? title : `${title}: ${poster_alt}`

/** The picture of an article on other sites. Each version has its own. */
export const cardPath = ({ id, version_id }: { id: number; version_id: number }) =>
  `/cards/${id}-${version_id}.png`
/** Pixels of a card. */
export const CARD_SIZE = { width: 1200, height: 630 }
