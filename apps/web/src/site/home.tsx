import type { Article } from '@nightdesk/contracts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { assets } from './assets.ts'
import { Document } from './document.tsx'
import { renderContext } from './render-context.ts'
import { useSettings } from './settings.ts'

export async function loadHome({ context }: LoaderFunctionArgs) {
  const { api } = context.get(renderContext)
  return { articles: await api.published.list({ page: 1, limit: 24 }) }
}

export function Home() {
  const { articles } = useLoaderData<{ articles: Article[] }>()
  const { name } = useSettings()
  return (
    <Document
      app="site"
      head={
        <>
          <title>{name}</title>
          {assets.styles.map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
        </>
      }
    >
      <main>
        <h1>{name}</h1>
        {articles.map((article) => (
          <a key={article.id} href={`/post/${article.id}`}>
            {article.title}
          </a>
        ))}
      </main>
    </Document>
  )
}
