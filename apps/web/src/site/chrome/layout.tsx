import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { assets } from '../head/assets.ts'
import { Document } from '../head/document.tsx'
import { FeedLinks } from '../head/feed-links.tsx'
import { useIsPreview, useIsStatic, useSettings } from '../settings.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'
import { PreviewNotice } from './preview-notice.tsx'
import { SearchForm } from './search-form.tsx'
import { StaticNotice } from './static-notice.tsx'

/** The header and footer of every public page. `reader.ts` finds elements by `data-` attributes and swaps `<main>`. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <Document app="site" head={<SiteHead />}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <PreviewNotice />
        {children}
      </main>
      <Footer />
      <ForScripts />
    </Document>
  )
}

/** Filled in by `reader.ts`. */
function ForScripts() {
  if (useIsStatic()) return null
  return (
    <>
      <AnalyticsNotice />
      <div className="toasts" role="status" data-toasts />
    </>
  )
}

function SiteHead() {
  const { name } = useSettings()
  const isStatic = useIsStatic()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafaf7" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
      {isStatic ? null : <link rel="manifest" href="/manifest.webmanifest" />}
      <FeedLinks title={name} />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {isStatic ? null : <script type="module" src={assets.reader} />}
      <PreviewHead />
    </>
  )
}

/** Readers of a preview may leave notes. */
function PreviewHead() {
  if (!useIsPreview()) return null
  const { script, styles } = assets.notes
  return (
    <>
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={script} />
    </>
  )
}

function Header() {
  const { name } = useSettings()
  return (
    <header className="wrap">
      <div className="top">
        <a className="brand" href={paths.home()}>
          {name}
        </a>
        {useIsStatic() ? <StaticNavigation /> : <Navigation />}
      </div>
    </header>
  )
}

function Navigation() {
  return (
    <>
      <SearchForm className="search-top" />
      <nav aria-label="Site">
        <a href={paths.admin.dashboard} data-admin-link hidden>
          Admin Dashboard
        </a>
        <a href={paths.home()}>Home</a>
        <a className="search-link" href={paths.search()}>
          Search
        </a>
        <label className="theme">
          <span>Theme</span>
          <select data-theme-switch>
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </nav>
    </>
  )
}

function StaticNavigation() {
  return (
    <nav aria-label="Site">
      <a href={paths.home()}>Home</a>
    </nav>
  )
}

function Footer() {
  const { name } = useSettings()
  return (
    <footer className="foot">
      <div className="wrap">
        <a className="brand" href={paths.home()}>
          {name}
        </a>
        <nav aria-label="More">
          <a href={paths.corrections()}>Corrections</a>
          {useIsStatic() ? null : <a href={paths.yourData}>Your Data</a>}
          <a href={paths.privacy}>Privacy Policy</a>
          <a href={paths.terms}>Terms and Conditions</a>
          <a href={paths.rss()}>RSS</a>
        </nav>
        <StaticNotice />
      </div>
    </footer>
  )
}
