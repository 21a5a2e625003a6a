import { paths } from '../../paths.ts'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** The path of the sign-in page that returns to the given page. */
export function loginPath({ pathname, search, hash }: PageLocation): string {
  if (pathname === paths.admin.login) return pathname + search
  return `${paths.admin.login}?next=${encodeURIComponent(pathname + search + hash)}`
}

/** The path of the page that sets up a second factor, and returns to the given page. */
export function enrolPath({ pathname, search, hash }: PageLocation): string {
  if (pathname === paths.admin.enrol) return pathname + search
  return `${paths.admin.enrol}?next=${encodeURIComponent(pathname + search + hash)}`
}

/** The page in `?next=` if it belongs to the admin, else the dashboard. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  const isAdminPage =
    /^\/admin\/[\w/-]+([?#]|$)/.test(next) &&
    ![paths.admin.login, paths.admin.enrol].some((path) => next.startsWith(path))
  return isAdminPage ? next : paths.admin.dashboard
}
