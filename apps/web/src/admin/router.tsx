import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { loginPath, nextPage } from './auth/next-page.ts'
import { readToken } from './auth/session.ts'
import { AdminLayout, NotFound, RouteError, Shell } from './layout/admin-layout.tsx'

export function createRouter() {
  return createBrowserRouter([
    { Component: Shell, ErrorBoundary: RouteError, HydrateFallback: () => null, children: routes },
  ])
}

const links = () => import('./auth/account-links.tsx')
const { admin } = paths

/** Those with the bars around them. */
const screens: RouteObject[] = [
  { index: true, loader: () => redirect(admin.dashboard) },
  screen(admin.dashboard, async () => (await import('./dashboard.tsx')).Dashboard),
  screen(admin.articles, async () => (await import('./articles/list/articles.tsx')).Articles),
  screen(admin.pages, async () => (await import('./articles/list/pages.tsx')).Pages),
  screen(
    admin.searchVersions,
    async () => (await import('./articles/versions/search-versions.tsx')).SearchVersions,
  ),
  screen(admin.newDraft, async () => (await import('./articles/writing/new-article.tsx')).NewArticle),
  screen('draft/:id', async () => (await import('./articles/detail/article-detail.tsx')).ArticleDetail),
  screen('draft/edit/:id', async () => (await import('./articles/writing/edit-article.tsx')).EditArticle),
  screen(admin.pictures, async () => (await import('./pictures.tsx')).Pictures),
  screen(admin.people, async () => (await import('./people.tsx')).People),
  screen(admin.redirects, async () => (await import('./redirects.tsx')).Redirects),
  screen(admin.imports, async () => (await import('./imports/imports.tsx')).Imports),
  screen(`${admin.imports}/:id`, async () => (await import('./imports/import-detail.tsx')).ImportDetail),
  screen(admin.exports, async () => (await import('./exports.tsx')).Exports),
  screen(admin.users, async () => (await import('./users/users.tsx')).Users),
  screen(admin.newUser, async () => (await import('./users/new-user.tsx')).NewUser),
  screen(admin.analytics, async () => (await import('./analytics/analytics.tsx')).Analytics),
  screen(
    `${admin.analytics}/articles/:id`,
    async () => (await import('./analytics/article-analytics.tsx')).ArticleAnalytics,
  ),
  screen(admin.profile, async () => (await import('./profile.tsx')).Profile),
  screen(admin.settings, async () => (await import('./settings/settings.tsx')).Settings),
  screen(admin.site, async () => (await import('./site/site.tsx')).SiteScreen),
  screen(admin.audit, async () => (await import('./audit.tsx')).Audit),
  { path: admin.workers, loader: () => redirect(`${admin.settings}#worker-management`) },
  { path: '*', Component: NotFound },
]

const routes: RouteObject[] = [
  { ...screen(admin.login, async () => (await import('./auth/login.tsx')).Login), loader: requireSignedOut },
  {
    ...screen(admin.enrol, async () => (await import('./second-factors/enrol.tsx')).Enrol),
    loader: requireSession,
  },
  screen(admin.setup, async () => (await links()).Setup),
  screen(paths.forgotPassword, async () => (await links()).ForgotPassword),
  screen(paths.acceptInvite, async () => (await links()).AcceptInvite),
  screen(paths.resetPassword, async () => (await links()).ResetPassword),
  // Links mailed by older releases have the token in the path.
  ...[paths.acceptInvite, paths.resetPassword].map((path) => ({
    path: `${path}/:token`,
    loader: ({ params }: LoaderFunctionArgs) => redirect(`${path}#${params.token}`),
  })),
  {
    path: admin.home,
    Component: AdminLayout,
    loader: requireSession,
    // Redirects to sign-in only when the screen changes: a change of the query must not close a screen with unsaved
    // text.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    children: [
      // The bars stay when a screen cannot be shown.
      { ErrorBoundary: RouteError, children: screens },
    ],
  },
  { path: '*', Component: NotFound },
]

/** A screen, whose code is loaded when it is first opened. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: { Component: load } }
}

function requireSession({ request }: LoaderFunctionArgs) {
  return readToken() ? null : redirect(loginPath(new URL(request.url)))
}

function requireSignedOut({ request }: LoaderFunctionArgs) {
  return readToken() ? redirect(nextPage(new URL(request.url).searchParams)) : null
}
