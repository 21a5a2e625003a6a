import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { AnalyticsNotice } from './analytics-notice.tsx'
import { assets } from './assets.ts'
import { Document } from './document.tsx'
import { useSettings } from './settings.ts'

/** The chrome of every public page. `reader.ts` finds its places by their `data-` attributes and swaps `<main>`. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <Document app="site" head={<SiteHead />}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <AnalyticsNotice />
      <div className="toasts" role="status" data-toasts />
    </Document>
  )
}

function SiteHead() {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafaf7" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={assets.reader} />
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
        <nav aria-label="Site">
          <a href={paths.admin.dashboard} data-admin-link hidden>
            Admin Dashboard
          </a>
          <a href={paths.home()}>Home</a>
          <label className="theme">
            Theme
            <select data-theme-switch>
              <option value="system">System</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
        </nav>
      </div>
    </header>
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
        <nav aria-label="Legal">
          <a href={paths.privacy}>Privacy Policy</a>
          <a href={paths.terms}>Terms and Conditions</a>
        </nav>
      </div>
    </footer>
  )
}
