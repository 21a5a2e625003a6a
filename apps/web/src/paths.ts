/** Every URL we link to. */
export const paths = {
  home: (page = 1) => (page === 1 ? '/' : `/?page=${page}`),
  article: (id: number) => `/post/${id}`,
  cover: (id: number) => `/covers/${id}.svg`,
  privacy: '/privacy',
  terms: '/terms',
  admin: {
    home: '/admin',
    login: '/admin/login',
    setup: '/admin/setup',
    dashboard: '/admin/dashboard',
    articles: '/admin/articles',
    analytics: '/admin/analytics',
    articleAnalytics: (id: number) => `/admin/analytics/articles/${id}`,
    users: '/admin/users',
    newUser: '/admin/users/new',
    profile: '/admin/profile',
    settings: '/admin/settings',
    workers: '/admin/workers',
    newDraft: '/admin/new-draft',
    draft: (id: number) => `/admin/draft/${id}`,
    editDraft: (id: number) => `/admin/draft/edit/${id}`,
  },
  forgotPassword: '/forgot-password',
  /** The token follows, as it does in the next. */
  acceptInvite: '/accept-invite',
  resetPassword: '/reset-password',
}
