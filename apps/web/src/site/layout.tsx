import { accentPath, DEFAULT_ACCENT, MAX_QUERY, type SiteLink } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../format.ts'
import { paths } from '../paths.ts'
import { assets, Document, FeedLinks } from './head.tsx'
import { useIsPreview, useIsStatic, useRendering, useSettings } from './rendering.ts'

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
      {/* Filled in by `reader.ts`. */}
      {useIsStatic() ? null : (
        <>
          <AnalyticsNotice />
          <div className="toasts" role="status" data-toasts />
        </>
      )}
    </Document>
  )
}

function SiteHead() {
  const { name, accent_light, accent_dark } = useSettings()
  const isStatic = useIsStatic()
  // Readers of a preview may leave notes.
  const isPreview = useIsPreview()
  const styles = isPreview ? [...assets.styles, ...assets.notes.styles] : assets.styles
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafaf7" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
      {isStatic ? null : <link rel="manifest" href="/manifest.webmanifest" />}
      <FeedLinks title={name} />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {accent_light || accent_dark ? (
        <link
          rel="stylesheet"
          href={accentPath(accent_light ?? DEFAULT_ACCENT, accent_dark ?? DEFAULT_ACCENT)}
        />
      ) : null}
      {isStatic ? null : <script type="module" src={assets.reader} />}
      {isPreview ? <script type="module" src={assets.notes.script} /> : null}
    </>
  )
}

function Header() {
  const { name, logo, menu } = useSettings()
  return (
    <header className="wrap">
      <div className="top">
        <a className="brand" href={paths.home()}>
          {logo ? (
            <img className="logo" src={logo.url} alt={name} width={logo.width} height={logo.height} />
          ) : (
            name
          )}
        </a>
        {menu.length > 0 ? <Menu entries={menu} /> : null}
        {useIsStatic() ? <StaticNavigation /> : <Navigation />}
      </div>
    </header>
  )
}

/** A row on wide screens. On phones a button opens it, without a script: the list is a popover. */
function Menu({ entries }: { entries: readonly SiteLink[] }) {
  return (
    <nav className="menu" aria-label="Menu">
      <button type="button" className="menu-button" popoverTarget="menu">
        Menu
      </button>
      <ul id="menu" popover="auto">
        {entries.map(({ label, address }) => (
          <li key={`${label} ${address}`}>
            <a href={address}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
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
  const { copied_at, site } = useRendering()
  const { footer_line, footer_links, licence } = site
  return (
    <footer className="foot">
      <div className="wrap">
        <a className="brand" href={paths.home()}>
          {site.name}
        </a>
        <nav aria-label="More">
          {footer_links.map(({ label, address }) => (
            <a key={`${label} ${address}`} href={address}>
              {label}
            </a>
          ))}
          <a href={paths.corrections()}>Corrections</a>
          {copied_at ? null : <a href={paths.yourData}>Your Data</a>}
          <a href={paths.privacy}>Privacy Policy</a>
          <a href={paths.terms}>Terms and Conditions</a>
          <a href={paths.rss()}>RSS</a>
        </nav>
        {footer_line || licence ? (
          <div className="foot-lines">
            {footer_line ? <p>{footer_line}</p> : null}
            {licence ? <p>{licence}</p> : null}
          </div>
        ) : null}
        {/* Says what a page without a server is, and what it lacks. */}
        {copied_at ? (
          <p className="static-notice">
            {`A copy of ${site.name} of `}
            <time dateTime={copied_at}>{formatDate(copied_at, site.timezone)}</time>
            {'. It has no search, and counts no readers.'}
          </p>
        ) : null}
      </div>
    </footer>
  )
}

interface SearchFormProps {
  q?: string
  className: string
}

/** A plain form, which works without a script. */
export function SearchForm({ q, className }: SearchFormProps) {
  return (
    <search className={className}>
      <form action={paths.search()}>
        <input
          type="search"
          name="q"
          aria-label="Search stories"
          placeholder="Search stories"
          defaultValue={q}
          maxLength={MAX_QUERY}
          enterKeyHint="search"
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  )
}

/** Hidden until `reader.ts` shows it: without scripts nothing is counted, and it stays dismissed. */
function AnalyticsNotice() {
  return (
    <section className="notice" aria-label="Analytics notice" data-analytics-notice hidden>
      <p>
        This site uses anonymous analytics and collects no personal information. Read our{' '}
        <a href={paths.privacy}>Privacy Policy</a> and <a href={paths.terms}>Terms and Conditions</a>.
      </p>
      <button type="button" className="button" data-dismiss>
        Got it
      </button>
    </section>
  )
}

/** Says that the page is not public. It is inside `<main>`, so that the next page removes it. */
function PreviewNotice() {
  const { preview, site } = useRendering()
  if (!preview || preview.is_proof) return null
  return (
    <p className="preview-notice" data-preview>
      <strong>Preview</strong> Only people with this link see this page. It works until{' '}
      <time dateTime={preview.expires_at}>{formatDateTime(preview.expires_at, site.timezone)}</time>.
    </p>
  )
}
