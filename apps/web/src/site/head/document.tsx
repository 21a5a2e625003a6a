import type { ReactNode } from 'react'
import { useIsStatic } from '../settings.ts'
import { assets } from './assets.ts'

interface DocumentProps {
  /** Decides the style sheets and scripts. */
  app: 'site' | 'admin'
  head: ReactNode
  children: ReactNode
}

/** The HTML document around a page. It has no inline script or style, as the Content-Security-Policy allows none. */
export function Document({ app, head, children }: DocumentProps) {
  const isStatic = useIsStatic()
  return (
    <html lang="en" data-app={app}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStatic ? null : <script src={assets.theme} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {isStatic ? null : assets.fonts.map(preloadFont)}
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Not from a disk, where browsers refuse it. */
const preloadFont = (href: string) => (
  <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
)
