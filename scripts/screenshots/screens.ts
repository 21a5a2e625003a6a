import type { Page } from '@playwright/test'
import type { FilledSite } from './content.ts'

export const WIDTHS = [390, 1280] as const
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

export interface Screen {
  name: string
  path: string
  /** Signed out, with the analytics notice not dismissed. */
  asStranger?: boolean
  /** Runs before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

/** Every screen, and states of screens that an address or a click opens. */
export function screensOf({ firstId, lastId, draftId, pageId, invitePath }: FilledSite): Screen[] {
  return [
    { name: 'home', path: '/' },
    { name: 'home-stranger', path: '/', asStranger: true },
    { name: 'article', path: `/post/${lastId}` },
    { name: 'article-second', path: `/post/${firstId}` },
    { name: 'article-missing', path: '/post/9999' },
    { name: 'tag', path: '/tag/climate' },
    { name: 'author', path: '/author/1' },
    { name: 'search', path: '/search?q=ligthouse+keeper' },
    { name: 'search-none', path: '/search?q=submarinez' },
    { name: 'not-found', path: '/nowhere/at-all' },
    { name: 'corrections', path: '/corrections' },
    { name: 'your-data', path: '/your-data' },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'page', path: '/about' },
    { name: 'login', path: '/admin/login', asStranger: true },
    { name: 'forgot-password', path: '/forgot-password', asStranger: true },
    { name: 'accept-invite', path: invitePath, asStranger: true },
    { name: 'reset-expired', path: '/reset-password#none', asStranger: true },
    { name: 'dashboard', path: '/admin/dashboard' },
    { name: 'articles', path: '/admin/articles' },
    { name: 'articles-none-match', path: '/admin/articles?q=submarine' },
    { name: 'articles-tag', path: '/admin/articles?tag=climate' },
    { name: 'articles-trash', path: '/admin/articles?state=deleted' },
    { name: 'detail', path: `/admin/draft/${lastId}` },
    { name: 'detail-draft', path: `/admin/draft/${draftId}` },
    { name: 'detail-versions', path: `/admin/draft/${draftId}?versions` },
    { name: 'detail-links', path: `/admin/draft/${lastId}?links` },
    { name: 'detail-preview', path: `/admin/draft/${draftId}`, prepare: click('Preview…') },
    { name: 'detail-schedule', path: `/admin/draft/${draftId}`, prepare: click('Schedule…') },
    { name: 'detail-missing', path: '/admin/draft/9999' },
    { name: 'edit', path: `/admin/draft/edit/${lastId}` },
    { name: 'edit-versions', path: `/admin/draft/edit/${draftId}?versions` },
    { name: 'edit-publish', path: `/admin/draft/edit/${draftId}?publish=1` },
    { name: 'edit-focus', path: `/admin/draft/edit/${draftId}`, prepare: startFocusMode },
    { name: 'edit-aids', path: `/admin/draft/edit/${draftId}`, prepare: click('Writing Aids') },
    { name: 'new-article', path: '/admin/new-draft' },
    { name: 'pages', path: '/admin/pages' },
    { name: 'pages-new', path: '/admin/pages?new=1' },
    { name: 'page-detail', path: `/admin/draft/${pageId}` },
    { name: 'page-edit', path: `/admin/draft/edit/${pageId}` },
    { name: 'pictures', path: '/admin/pictures' },
    { name: 'people', path: '/admin/people' },
    { name: 'redirects', path: '/admin/redirects' },
    { name: 'redirects-not-found', path: '/admin/redirects?list=not-found' },
    { name: 'import', path: '/admin/import' },
    { name: 'export', path: '/admin/export' },
    { name: 'users', path: '/admin/users' },
    { name: 'new-user', path: '/admin/users/new' },
    { name: 'analytics', path: '/admin/analytics' },
    { name: 'analytics-more', path: '/admin/analytics?more=1' },
    { name: 'analytics-device', path: '/admin/analytics?device=Desktop' },
    { name: 'analytics-article', path: `/admin/analytics/articles/${lastId}?period=today` },
    { name: 'profile', path: '/admin/profile' },
    { name: 'second-factor', path: '/admin/second-factor' },
    { name: 'settings', path: '/admin/settings' },
    { name: 'site', path: '/admin/site' },
    { name: 'audit', path: '/admin/audit' },
  ]
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

async function startFocusMode(page: Page) {
  await click('More actions')(page)
  await page.getByRole('menuitem', { name: 'Focus Mode' }).click()
}
