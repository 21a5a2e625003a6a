import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { useScreen } from '../../screen/page.tsx'
import { siteName } from '../../screen/site-name.ts'
import { readToken } from '../session.ts'
import { FormCard } from '../sign-in-card.tsx'

/** Layout of forms outside `/admin`: the header and footer of public pages. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useScreen(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-6">
        <a href={paths.home()} className="flex min-h-11 items-center gap-2 font-serif text-xl font-medium">
          <span aria-hidden className="size-3 rounded-full bg-jacket" />
          {siteName}
        </a>
        <nav aria-label="Site" className="flex flex-wrap gap-x-6 text-ink-2">
          {readToken() && <BarLink to={paths.admin.dashboard}>Admin Dashboard</BarLink>}
          <BarLink to={paths.home()}>Home</BarLink>
        </nav>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-4 py-6">
        <FormCard title={title}>{children}</FormCard>
      </main>
      <footer className="mx-auto w-full max-w-5xl px-4 py-4 sm:px-6">
        <nav aria-label="More" className="flex flex-wrap justify-center gap-x-6 text-ink-2">
          <BarLink to={paths.privacy}>Privacy Policy</BarLink>
          <BarLink to={paths.terms}>Terms and Conditions</BarLink>
        </nav>
      </footer>
    </div>
  )
}

/** A link to a public page. It reloads, so that the form and its token leave memory. */
function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="flex min-h-11 items-center hover:text-ink hover:underline">
      {children}
    </a>
  )
}
