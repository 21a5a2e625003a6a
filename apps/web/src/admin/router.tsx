import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { loginPath, nextPage } from './auth/next-page.ts'
import { readToken } from './auth/session.ts'
import { AdminLayout, NotFound, RouteError, Shell } from './layout/admin-layout.tsx'

/** Routes of the admin. */
export function createRouter() {
  return createBrowserRouter([
    { Component: Shell, ErrorBoundary: RouteError, HydrateFallback: () => null, children: routes },
  ])
}

const routes: RouteObject[] = [
  {
    ...screen(paths.admin.login, async () => (await import('./auth/login.tsx')).Login),
    loader: requireSignedOut,
  },
  {
    ...screen(paths.admin.enrol, async () => (await import('./second-factors/enrol.tsx')).Enrol),
    loader: requireSession,
  },
  screen(paths.admin.setup, async () => (await import('./auth/account-links.tsx')).Setup),
  screen(paths.forgotPassword, async () => (await import('./auth/account-links.tsx')).ForgotPassword),
  screen(paths.acceptInvite, async () => (await import('./auth/account-links.tsx')).AcceptInvite),
  screen(paths.resetPassword, async () => (await import('./auth/account-links.tsx')).ResetPassword),
  // Links mailed by older releases have the token in the path.
  {
    path: `${paths.acceptInvite}/:token`,
    loader: ({ params }) => redirect(`${paths.acceptInvite}#${params.token}`),
  },
  {
    path: `${paths.resetPassword}/:token`,
    loader: ({ params }) => redirect(`${paths.resetPassword}#${params.token}`),
  },
  {
    path: paths.admin.home,
    Component: AdminLayout,
    loader: requireSession,
    // Redirects to sign-in only when the screen changes: a change of the query must not close a screen with unsaved
    // text.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    children: [
      { index: true, loader: () => redirect(paths.admin.dashboard) },
      screen('dashboard', async () => (await import('./dashboard.tsx')).Dashboard),
      screen('articles', async () => (await import('./articles/list/articles.tsx')).Articles),
      screen(
        'versions',
        async () => (await import('./articles/versions/search-versions.tsx')).SearchVersions,
      ),
      screen('new-draft', async () => (await import('./articles/writing/new-article.tsx')).NewArticle),
      screen('draft/:id', async () => (await import('./articles/detail/article-detail.tsx')).ArticleDetail),
      screen('draft/edit/:id', async () => (await import('./articles/writing/edit-article.tsx')).EditArticle),
      screen('pictures', async () => (await import('./pictures/pictures.tsx')).Pictures),
      screen('people', async () => (await import('./people/people.tsx')).People),
      screen('redirects', async () => (await import('./redirects.tsx')).Redirects),
      screen('import', async () => (await import('./imports/imports.tsx')).Imports),
      screen('import/:id', async () => (await import('./imports/import-detail.tsx')).ImportDetail),
      screen('export', async () => (await import('./exports.tsx')).Exports),
      screen('users', async () => (await import('./users/users.tsx')).Users),
      screen('users/new', async () => (await import('./users/new-user.tsx')).NewUser),
      screen('analytics', async () => (await import('./analytics/analytics.tsx')).Analytics),
      screen(
        'analytics/articles/:id',
        async () => (await import('./analytics/article-analytics.tsx')).ArticleAnalytics,
      ),
      screen('profile', async () => (await import('./profile.tsx')).Profile),
      screen('settings', async () => (await import('./settings/settings.tsx')).Settings),
      screen('audit', async () => (await import('./audit.tsx')).Audit),
      { path: 'workers', loader: () => redirect(`${paths.admin.settings}#worker-management`) },
      { path: '*', Component: NotFound },
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
