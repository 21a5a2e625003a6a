import type { ReactNode } from 'react'
import { useIsPreview, useSettings } from '../settings.ts'

/** The picture that other sites show with a link to the page. */
export interface PageImage {
  path: string
  /** Pixels. */
  width: number
  height: number
  alt: string
}

interface PageHeadProps {
  /** The default is the name of the site. */
  title?: string
  description?: string
  /** The canonical path. Search engines do not index a page without one. */
  path?: string
  type?: 'website' | 'article'
  /** The default is the picture of the site. */
  image?: PageImage
  /** Tags that only this kind of page has. */
  children?: ReactNode
}

/** The tags of a page in `<head>`, where React moves them. `reader.ts` swaps them together with the page. */
export function PageHead({ title, description, path, type, image, children }: PageHeadProps) {
  const { name, url } = useSettings()
  const isPreview = useIsPreview()
  const fullTitle = title ? `${title} · ${name}` : name
  const isPublic = path !== undefined && !isPreview
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      <meta name="robots" content={isPublic ? 'max-image-preview:large' : 'noindex'} />
      {isPublic ? <link rel="canonical" href={`${url}${path}`} /> : null}
      {isPublic ? <meta property="og:url" content={`${url}${path}`} /> : null}
      <meta property="og:title" content={title ?? name} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:type" content={type ?? 'website'} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content="en_US" />
      <ShareImage {...(image ?? { path: '/icon-512.png', width: 512, height: 512, alt: name })} />
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {children}
    </>
  )
}

/** Open Graph (https://ogp.me). X reads it too, except for the type of its card. */
function ShareImage({ path, width, height, alt }: PageImage) {
  const { url } = useSettings()
  return (
    <>
      <meta property="og:image" content={`${url}${path}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
    </>
  )
}
