import type { ReactNode } from 'react'
import { PageHead } from '../head/page-head.tsx'

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
