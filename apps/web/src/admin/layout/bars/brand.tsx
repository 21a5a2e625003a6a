import { siteName } from '../../screen/site-name.ts'

export function Brand() {
  return (
    <p className="flex min-w-0 items-center gap-2 font-serif text-lg font-medium">
      <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-jacket" />
      <span className="truncate">{siteName}</span>
    </p>
  )
}

/** At the top of the sidebar. */
export function Greeting() {
  return (
    <p className="text-xs text-muted">
      Welcome, <span>Admin</span>
    </p>
  )
}
