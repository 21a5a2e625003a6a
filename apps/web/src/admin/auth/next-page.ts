import { paths } from '../../paths.ts'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** The sign-in page that leads back to where the caller was. */
export function loginPath({ pathname, search, hash }: Place): string {
  if (pathname === paths.admin.login) return pathname + search
  return `${paths.admin.login}?next=${encodeURIComponent(pathname + search + hash)}`
}

/** Where sign-in leads: the page in `?next=` if it is one of the admin, else the dashboard. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  const isAdminPage = /^\/admin\/[\w/-]+([?#]|$)/.test(next) && !next.startsWith(paths.admin.login)
  return isAdminPage ? next : paths.admin.dashboard
}
