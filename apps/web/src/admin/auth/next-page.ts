import { paths } from '../../paths.ts'

export const loginPath = returningTo(paths.admin.login)

export const enrolPath = returningTo(paths.admin.enrol)

/** Whether a page is of the admin, and is not one that people without a session see. */
export const needsSession = (pathname: string) =>
  /^\/admin(\/|$)/.test(pathname) && pathname !== paths.admin.login && pathname !== paths.admin.setup

function returningTo(path: string) {
  return ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
    pathname === path ? pathname + search : `${path}?next=${encodeURIComponent(pathname + search + hash)}`
}

/** The page in `?next=` if it belongs to the admin, else the dashboard. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  const isAdminPage =
    /^\/admin\/[\w/-]+([?#]|$)/.test(next) &&
    ![paths.admin.login, paths.admin.enrol].some((path) => next.startsWith(path))
  return isAdminPage ? next : paths.admin.dashboard
}
