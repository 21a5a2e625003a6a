import { keepPreviousData, type QueryMeta } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import {
  Link,
  type NavigateOptions,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { EmptyState } from '../../ui/states.tsx'
import { focusHeading } from './page.tsx'

const TYPING_PAUSE_MS = 200

interface ListSearchProps {
  label: string
  value: string | undefined
  className?: string
  /** @param text without outer spaces, as `value` is then */
  onSearch(text: string): void
}

/** Searches when the typing pauses. */
export function ListSearch({
  label,
  value = '',
  className = 'w-full min-w-0 sm:w-64',
  onSearch,
}: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Searches that are not in `value` yet. It follows with a delay, in which more may be typed. */
  const pending = useRef<string[]>([])

  useEffect(() => {
    const own = pending.current.lastIndexOf(value)
    pending.current = own < 0 ? [] : pending.current.slice(own + 1)
    if (own >= 0 || field.current?.value.trim() === value) return
    // Back and Clear change the search without the field.
    clearTimeout(pause.current)
    if (field.current) field.current.value = value
  }, [value])

  useEffect(() => () => clearTimeout(pause.current), [])

  function search(text: string) {
    pending.current.push(text)
    onSearch(text)
  }

  return (
    <SearchField
      ref={field}
      label={label}
      className={className}
      defaultValue={value}
      onChange={({ target }) => {
        clearTimeout(pause.current)
        pause.current = setTimeout(() => search(target.value.trim()), TYPING_PAUSE_MS)
      }}
    />
  )
}

interface FilterChipProps {
  /** What is filtered by: "Tag". */
  name: string
  value: string
  /** Query string of the screen without the filter. */
  searchWithout: string
}

/**
 * The active filter of a screen, as a link that removes it. It takes the focus when the link that set the filter is
 * gone, and gives it to the heading when removed.
 */
export function FilterChip({ name, value, searchWithout }: FilterChipProps) {
  const [isFollowed] = useState(useNavigationType() !== 'POP')
  return (
    <Link
      ref={isFollowed ? takeLostFocus : undefined}
      onClick={focusHeading}
      to={{ search: searchWithout }}
      aria-label={`Remove the filter ${name}: ${value}`}
      className={buttonClass({ size: 'sm' })}
    >
      <span className="wrap-anywhere">
        {name}: {value}
      </span>
      <Icon name="close" className="size-3.5" />
    </Link>
  )
}

/** A ref of what takes the focus when it appears in place of what had it. */
export function takeLostFocus(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}

interface PagerProps {
  page: number
  isLast: boolean
  onChange(page: number): void
}

/** Shows the top of the list’s section, or of the screen, after each press. */
export function Pager({ page, isLast, onChange }: PagerProps) {
  const pages = useRef<HTMLElement>(null)
  if (page === 1 && isLast) return null
  function show(next: number) {
    onChange(next)
    pages.current?.closest('section, main')?.scrollIntoView()
  }
  return (
    <nav ref={pages} aria-label="Pages" className="flex items-center justify-center gap-3">
      <Button disabled={page === 1} onClick={() => show(page - 1)}>
        Previous
      </Button>
      <span className="text-muted tabular-nums">Page {page}</span>
      <Button disabled={isLast} onClick={() => show(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

/** Of a query for one page: the last page stays visible while the next one loads. */
export const paged = (failure: QueryMeta['failure']) => ({
  placeholderData: keepPreviousData,
  meta: { failure },
})

/** The words and the page of a searched list, stored in the URL. @param limit rows of a page */
export function usePagedSearch(limit = 50) {
  const [params, change] = useUrlParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  /** Every change other than the page returns to page 1. */
  const update: typeof change = (changes, options) => change({ page: null, ...changes }, options)
  const showPage = (next: number) =>
    update({ page: next === 1 ? null : String(next) }, { preventScrollReset: true })
  const q = params.get('q')?.trim() || undefined
  /** Replaces the history entry, so that typing leaves only one. */
  const search = (next: string) => update({ q: next.trim() }, { replace: true })
  return {
    params,
    q,
    page,
    limit,
    update,
    search,
    /** @param count all rows that the search finds */
    pager: (count: number) => <Pager page={page} isLast={page * limit >= count} onChange={showPage} />,
    showPage,
    /** What the list says when it has no rows, if it is neither searched nor shown after its last page. */
    emptyOf({ title, help }: Empty): Empty {
      if (page > 1) return AFTER_THE_LAST
      if (!q) return { title, help }
      const onClick = () => {
        search('')
        focusHeading()
      }
      const children = <Button onClick={onClick}>Clear</Button>
      return { title: `${title.replace(/ found$/, '')} match “${q}”`, children }
    },
  }
}

type Empty = ComponentProps<typeof EmptyState>

const AFTER_THE_LAST: Empty = {
  title: 'Nothing on this page',
  help: 'What was here is gone, or on an earlier page.',
}

/** A boolean in the URL: `?name=1`, or absent. */
export function useToggleParam(name: string): [isOn: boolean, toggle: () => void] {
  const [params, change] = useUrlParams()
  const isOn = params.has(name)
  // Rendered at once, so that the focus can go to what is shown.
  const options = { preventScrollReset: true, flushSync: true }
  return [isOn, () => change({ [name]: isOn ? null : '1' }, options)]
}

/** The same for a dialog, which Back closes. Closing it goes back, too, so that Back does not open it again. */
export function useDialogParam(name: string): [isOpen: boolean, toggle: () => void] {
  const [params, change] = useUrlParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOpen = params.has(name)
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current &&= isOpen
  }, [isOpen])
  function toggle() {
    if (!isOpen) return change({ [name]: '1' }, { preventScrollReset: true, state: { opened: name } })
    // The address had it when the screen was opened, so that what is before is another screen.
    if (state?.opened !== name) return change({ [name]: null }, { preventScrollReset: true, replace: true })
    if (!isClosing.current) navigate(-1)
    isClosing.current = true
  }
  return [isOpen, toggle]
}

/** The parameters in the address bar, also those that React has not rendered yet. */
export const newestParams = () => new URLSearchParams(window.location.search)

/** The parameters of the URL, and a function that changes some of them. An empty value removes one. */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  function change(changes: Record<string, string | null | undefined>, options?: NavigateOptions) {
    // The change may come from a timer, or be the second one before React renders the first.
    const next = newestParams()
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, options)
  }
  return [params, change] as const
}
