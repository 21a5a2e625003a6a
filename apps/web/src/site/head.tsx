import { directionOf, iconPath, LANGUAGE, likelyLocale } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { useIsPreview, useIsStatic, useSettings } from './rendering.ts'

/** The picture that other sites show with a link to the page. */
interface PageImage {
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
  const site = useSettings()
  const { name, url } = site
  const isPreview = useIsPreview()
  const fullTitle = title ? `${title} · ${name}` : name
  const isPublic = path !== undefined && !isPreview
  const shown = image ?? { path: iconPath(site, 512), width: 512, height: 512, alt: name }
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
      <meta property="og:locale" content={localeOf(site.language)} />
      <meta property="og:image" content={`${url}${shown.path}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.alt} />
      {/* For X, which reads the others too. */}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {children}
    </>
  )
}

interface DocumentProps {
  /** Decides the style sheets and scripts. */
  app: 'site' | 'admin'
  head: ReactNode
  children: ReactNode
}

/** The HTML document around a page. It has no inline script or style, as the Content-Security-Policy allows none. */
export function Document({ app, head, children }: DocumentProps) {
  const isStatic = useIsStatic()
  const { language } = useSettings()
  // The words of the admin area are English.
  const text = app === 'admin' ? { lang: LANGUAGE } : { lang: language, dir: directionOf(language) }
  return (
    <html {...text} data-app={app}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStatic ? null : <script src={assets.theme} />}
        <Icons />
        {isStatic ? null : assets.fonts.map(preloadFont)}
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}

function Icons() {
  const site = useSettings()
  if (site.icon)
    return (
      <>
        <link rel="icon" href={iconPath(site, 32)} sizes="32x32" />
        <link rel="icon" href={iconPath(site, 192)} sizes="192x192" />
        <link rel="apple-touch-icon" href={iconPath(site, 180)} />
      </>
    )
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}

/** `en` → `en_US`, as Open Graph writes languages. */
function localeOf(language: string): string {
  const { language: code, region } = likelyLocale(language)
  // Nobody knows where some languages are spoken.
  return region ? `${code}_${region}` : code
}

/** Not from a disk, where browsers refuse it. */
const preloadFont = (href: string) => (
  <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
)

/** URLs of the built files; in development, of the sources themselves. */
export interface Assets {
  /** A classic script that applies a stored theme before the first paint. */
  theme: string
  /** The only module that a public page loads. */
  reader: string
  styles: string[]
  /** Of previews. */
  notes: { script: string; styles: string[] }
  /** Preloaded, before the style sheet asks for them. */
  fonts: string[]
  admin: { scripts: string[]; styles: string[]; preloads: string[] }
}

declare const __ASSETS__: Assets

const sources: Assets = {
  theme: '/src/site/reader/theme.ts',
  reader: '/src/site/reader/reader.ts',
  styles: ['/src/site/styles/site.css'],
  notes: { script: '/src/site/notes/notes.ts', styles: [] },
  fonts: [],
  admin: {
    // React's fast refresh needs its preamble before the first component loads.
    scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/admin/main.tsx'],
    styles: [],
    preloads: [],
  },
}

export const assets: Assets = import.meta.env.PROD ? __ASSETS__ : sources

/** The feeds of the site, or of the page at the path `of`, where feed readers look for them. */
export function FeedLinks({ title, of }: { title: string; of?: string }) {
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={`${title} (RSS)`} href={paths.rss(of)} />
      <link rel="alternate" type="application/atom+xml" title={`${title} (Atom)`} href={paths.atom(of)} />
      <link
        rel="alternate"
        type="application/feed+json"
        title={`${title} (JSON Feed)`}
        href={paths.jsonFeed(of)}
      />
    </>
  )
}

/** The empty page of all admin screens. It contains no data; the admin app fetches its own. */
export function AdminShell() {
  const { name } = useSettings()
  const { styles, preloads, scripts } = assets.admin
  const head = (
    <>
      <title>{name}</title>
      <meta name="robots" content="noindex" />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </>
  )
  return (
    <Document app="admin" head={head}>
      <div id="root" />
      <noscript>The admin needs JavaScript.</noscript>
    </Document>
  )
}
