import { Outlet, type RouteObject } from 'react-router'
import { ArticleError, ArticlePage } from './site/article.tsx'
import { Home, HomeError } from './site/home.tsx'
import { Layout } from './site/layout.tsx'
import { loadArticle } from './site/load-article.ts'
import { loadHome } from './site/load-home.ts'
import { NotFound } from './site/not-found.tsx'
import { notFound } from './site/page-error.ts'
import { Privacy } from './site/privacy.tsx'
import { Terms } from './site/terms.tsx'

/** The public pages. They are rendered on the server only; the admin has its own routes. */
export const routes: RouteObject[] = [
  {
    element: (
      <Layout>
        <Outlet />
      </Layout>
    ),
    children: [
      { path: '/', loader: loadHome, element: <Home />, errorElement: <HomeError /> },
      { path: '/post/:id', loader: loadArticle, element: <ArticlePage />, errorElement: <ArticleError /> },
      { path: '/privacy', element: <Privacy /> },
      { path: '/terms', element: <Terms /> },
      { path: '*', loader: missing, element: <NotFound />, errorElement: <NotFound /> },
    ],
  },
]

/** Thrown, not returned, so that the answer carries the status. */
function missing(): never {
  throw notFound('Page not found')
}
