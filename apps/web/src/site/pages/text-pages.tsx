import {
  notFound,
  ORIGINAL_PATHS,
  type OriginalPath,
  originalPage,
  type PublishedArticle,
  readerApi,
  requestedPage,
} from '@nightdesk/contracts'
import { Blocks } from '@nightdesk/editor/render'
import type { ReactNode } from 'react'
import { PageHead } from '../head.tsx'
import { type PageRequest, useSettings } from '../rendering.ts'
import { PublishedPage } from './article.tsx'

/** What somebody published at an address, or the text that every site has there. */
type PageData = { article: PublishedArticle } | { original: OriginalPath }

export const SitePage = (page: PageData) =>
  'article' in page ? <PublishedPage article={page.article} /> : <Original path={page.original} />

export async function loadPage({ pathname, api: { published } }: PageRequest): Promise<PageData> {
  const input = readerApi.page.input.safeParse({ path: requestedPage(pathname) })
  if (!input.success) throw notFound('Page')
  const original = ORIGINAL_PATHS.find((path) => path === input.data.path)
  try {
    return { article: await published.page(input.data) }
  } catch (error) {
    if (original && error instanceof Error && 'code' in error && error.code === 'NOT_FOUND')
      return { original }
    throw error
  }
}

function Original({ path }: { path: OriginalPath }) {
  const { title, excerpt, content } = originalPage(path, useSettings().name)
  return (
    <TextPage title={title} description={excerpt} path={path}>
      <Blocks value={content} headingBase={2} />
    </TextPage>
  )
}

interface TextPageProps {
  title: string
  description: string
  path: string
  children: ReactNode
}

export function TextPage({ title, description, path, children }: TextPageProps) {
  return (
    <>
      <PageHead title={title} description={description} path={path} />
      <article className="story">
        <h1>{title}</h1>
        <div className="prose text-page">{children}</div>
      </article>
    </>
  )
}
