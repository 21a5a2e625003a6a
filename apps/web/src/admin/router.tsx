import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { loginPath, nextPage } from './auth/next-page.ts'
import { readToken } from './auth/session.ts'
import { AdminLayout } from './layout/admin-layout.tsx'
import { NotFound } from './layout/not-found.tsx'
import { RouteError } from './layout/route-error.tsx'
import { Shell } from './layout/shell.tsx'

/** Routes of the admin. Each screen's code is loaded when it is first opened. */
export function createRouter() {
  return createBrowserRouter([
    { Component: Shell, ErrorBoundary: RouteError, HydrateFallback: () => null, children: routes },
  ])
}

const routes: RouteObject[] = [
  {
    path: paths.admin.login,
    loader: requireSignedOut,
    lazy: { Component: async () => (await import('./auth/login.tsx')).Login },
  },
  {
    path: paths.admin.enrol,
    loader: requireSession,
    lazy: { Component: async () => (await import('./second-factors/enrol.tsx')).Enrol },
  },
  {
    path: paths.admin.setup,
    lazy: { Component: async () => (await import('./auth/one-time-links/setup.tsx')).Setup },
  },
  {
    path: paths.forgotPassword,
    lazy: {
      Component: async () => (await import('./auth/one-time-links/forgot-password.tsx')).ForgotPassword,
    },
  },
  {
    path: paths.acceptInvite,
    lazy: { Component: async () => (await import('./auth/one-time-links/accept-invite.tsx')).AcceptInvite },
  },
  {
    path: paths.resetPassword,
    lazy: { Component: async () => (await import('./auth/one-time-links/reset-password.tsx')).ResetPassword },
  },
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
      {
        path: 'dashboard',
        lazy: { Component: async () => (await import('./dashboard/dashboard.tsx')).Dashboard },
      },
      {
        path: 'articles',
        lazy: { Component: async () => (await import('./articles/list/articles.tsx')).Articles },
      },
      {
        path: 'versions',
        lazy: {
          Component: async () => (await import('./articles/passages/search-versions.tsx')).SearchVersions,
        },
      },
      {
        path: 'new-draft',
        lazy: { Component: async () => (await import('./articles/form/new-article.tsx')).NewArticle },
      },
      {
        path: 'draft/:id',
        lazy: { Component: async () => (await import('./articles/detail/article-detail.tsx')).ArticleDetail },
      },
      {
        path: 'draft/edit/:id',
        lazy: { Component: async () => (await import('./articles/form/edit-article.tsx')).EditArticle },
      },
      {
        path: 'pictures',
        lazy: { Component: async () => (await import('./pictures/pictures.tsx')).Pictures },
      },
      { path: 'people', lazy: { Component: async () => (await import('./people/people.tsx')).People } },
      {
        path: 'redirects',
        lazy: { Component: async () => (await import('./redirects/redirects.tsx')).Redirects },
      },
      { path: 'import', lazy: { Component: async () => (await import('./imports/imports.tsx')).Imports } },
      {
        path: 'import/:id',
        lazy: { Component: async () => (await import('./imports/detail/import-detail.tsx')).ImportDetail },
      },
      { path: 'export', lazy: { Component: async () => (await import('./exports/exports.tsx')).Exports } },
      { path: 'users', lazy: { Component: async () => (await import('./users/users.tsx')).Users } },
      { path: 'users/new', lazy: { Component: async () => (await import('./users/new-user.tsx')).NewUser } },
      {
        path: 'analytics',
        lazy: { Component: async () => (await import('./analytics/analytics.tsx')).Analytics },
      },
      {
        path: 'analytics/articles/:id',
        lazy: {
          Component: async () => (await import('./analytics/article-analytics.tsx')).ArticleAnalytics,
        },
      },
      { path: 'profile', lazy: { Component: async () => (await import('./profile/profile.tsx')).Profile } },
      {
        path: 'settings',
        lazy: { Component: async () => (await import('./settings/settings.tsx')).Settings },
      },
      { path: 'audit', lazy: { Component: async () => (await import('./audit/audit.tsx')).Audit } },
      { path: 'workers', loader: () => redirect(`${paths.admin.settings}#worker-management`) },
      { path: '*', Component: NotFound },
    ],
  },
  { path: '*', Component: NotFound },
]

function requireSession({ request }: LoaderFunctionArgs) {
  return readToken() ? null : redirect(loginPath(new URL(request.url)))
}

function requireSignedOut({ request }: LoaderFunctionArgs) {
  return readToken() ? redirect(nextPage(new URL(request.url).searchParams)) : null
}
