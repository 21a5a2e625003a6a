import { articlePath, authorPath, tagPath } from '@nightdesk/contracts'

/** The paths of all links within the site. */
export const paths = {
  home: (page = 1) => onPage('/', page),
  article: articlePath,
  /** A story that is reached by one of its tags, which the script of the page follows further. The page is the same. */
  articleInTag: (id: number, slug: string) => `${articlePath(id)}?tag=${encodeURIComponent(slug)}`,
  book: (id: number) => `${articlePath(id)}.epub`,
  tag: (slug: string, page = 1) => onPage(tagPath(slug), page),
  author: (id: number, page = 1) => onPage(authorPath(id), page),
  search: (q = '', page = 1) => {
    const query = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })
    return query.size > 0 ? `/search?${query}` : '/search'
  },
  cover: (id: number) => `/covers/${id}.svg`,
  /** Feeds of the site, or of the tag or author whose page is at `of`. */
  rss: (of = '') => `${of}/rss.xml`,
  atom: (of = '') => `${of}/atom.xml`,
  jsonFeed: (of = '') => `${of}/feed.json`,
  corrections: (page = 1) => onPage('/corrections', page),
  yourData: '/your-data',
  privacy: '/privacy',
  terms: '/terms',
  admin: {
    home: '/admin',
    login: '/admin/login',
    /** Where somebody sets up the second factor that their role needs. */
    enrol: '/admin/second-factor',
    setup: '/admin/setup',
    dashboard: '/admin/dashboard',
    articles: '/admin/articles',
    pages: '/admin/pages',
    newPage: '/admin/pages?new=1',
    publishedWithDeadLinks: '/admin/articles?state=published&links=dead',
    searchVersions: '/admin/versions',
    pictures: '/admin/pictures',
    people: '/admin/people',
    redirects: '/admin/redirects',
    imports: '/admin/import',
    import: (id: number) => `/admin/import/${id}`,
    exports: '/admin/export',
    analytics: '/admin/analytics',
    articleAnalytics: (id: number) => `/admin/analytics/articles/${id}`,
    users: '/admin/users',
    newUser: '/admin/users/new',
    profile: '/admin/profile',
    settings: '/admin/settings',
    site: '/admin/site',
    audit: '/admin/audit',
    workers: '/admin/workers',
    newDraft: '/admin/new-draft',
    /** A new draft that is not an article yet; `key` is the key of its working copy. */
    continueDraft: (key: string) => `/admin/new-draft?copy=${key}`,
    draft: (id: number) => `/admin/draft/${id}`,
    editDraft: (id: number) => `/admin/draft/edit/${id}`,
    /** The writing screen with the sheet to publish. */
    publish: (id: number) => `/admin/draft/edit/${id}?publish=1`,
  },
  forgotPassword: '/forgot-password',
  /** Here and in the next path, the token is in the fragment. */
  acceptInvite: '/accept-invite',
  resetPassword: '/reset-password',
}

/** The first page of a list has no number in its address. */
function onPage(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
