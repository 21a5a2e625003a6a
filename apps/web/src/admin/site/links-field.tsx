import {
  type AdminArticleSummary,
  MAX_MENU,
  MAX_MENU_LABEL,
  menuAddressProblem,
  ORIGINAL_PATHS,
  pagePathProblem,
  publicPath,
  requestedPage,
  type SiteLink,
  tagPath,
} from '@nightdesk/contracts'
import { type DragEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { control } from '../../ui/field.tsx'
import { Problem } from '../../ui/states.tsx'

interface LinksFieldProps {
  label: string
  hint: string
  value: readonly SiteLink[]
  /** The server's problem with an entry, by its index and field: `0.label`. */
  problemAt(path: string): string | undefined
  onChange(links: SiteLink[]): void
}

const input = `h-9 w-full min-w-0 px-2.5 text-sm ${control}`

const MOVES = [
  ['up', '↑', -1],
  ['down', '↓', 1],
] as const

export function LinksField({ label, hint, value, problemAt, onChange }: LinksFieldProps) {
  const labelId = useId()
  const listId = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const pages = api.articles.list.useQuery({ kind: 'page', state: 'published' }).data
  const replace = (index: number, change: Partial<SiteLink>) =>
    onChange(value.map((link, at) => (at === index ? { ...link, ...change } : link)))
  const moved = (from: number, to: number) =>
    value.toSpliced(from, 1).toSpliced(to, 0, ...value.slice(from, from + 1))
  /** Focuses the first of the controls that is there and enabled: a row is not the one that it was before. */
  function change(links: SiteLink[], ...selectors: string[]) {
    // Rendered at once, so that the next key comes to the new control.
    flushSync(() => onChange(links))
    const found = selectors.map((one) => field.current?.querySelector<HTMLElement>(`${one}:enabled`))
    found.find(Boolean)?.focus()
  }
  const add = () => change([...value, { label: '', address: '' }], 'li:last-child input')
  const move = (from: number, to: number) => {
    const row = `li:nth-child(${to + 1})`
    change(moved(from, to), `${row} [data-move="${to < from ? 'up' : 'down'}"]`, `${row} [data-move]`)
  }
  const remove = (index: number) =>
    change(
      value.toSpliced(index, 1),
      `li:nth-child(${index + 1}) [data-remove]`,
      'li:last-child [data-remove]',
      '[data-add]',
    )
  function dragOver(event: DragEvent, index: number) {
    if (dragged === null) return
    event.preventDefault()
    if (dragged === index) return
    onChange(moved(dragged, index))
    setDragged(index)
  }
  return (
    <fieldset ref={field} aria-labelledby={labelId} className="flex min-w-0 flex-col gap-2">
      <p id={labelId} className="text-sm font-medium">
        {label}
      </p>
      <p className="text-xs text-muted">{hint}</p>
      <ol className="flex flex-col gap-2">
        {value.map((link, index) => {
          const name = link.label || `entry ${index + 1}`
          const problem =
            problemAt(`${index}.label`) ??
            problemAt(`${index}.address`) ??
            (link.address && menuAddressProblem(link.address.trim()))
          const lacksPage = !problem && pages !== undefined && isNoPage(link.address.trim(), pages)
          const remarkId = `${listId}-${index}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <li key={index} onDragOver={(event) => dragOver(event, index)} className="flex flex-col gap-1">
              <div className={`flex flex-wrap items-center gap-2 ${dragged === index ? 'opacity-50' : ''}`}>
                <span
                  aria-hidden
                  draggable
                  title="Drag to another place"
                  onDragStart={() => setDragged(index)}
                  onDragEnd={() => setDragged(null)}
                  className="cursor-grab px-1 text-muted select-none max-sm:hidden"
                >
                  ⠿
                </span>
                <span className="grid min-w-0 flex-1 basis-60 grid-cols-[2fr_3fr] gap-2">
                  <input
                    aria-label={`Label of ${name}`}
                    placeholder="Label"
                    maxLength={MAX_MENU_LABEL}
                    value={link.label}
                    aria-invalid={problemAt(`${index}.label`) !== undefined}
                    onChange={({ target }) => replace(index, { label: target.value })}
                    className={input}
                  />
                  <input
                    aria-label={`Address of ${name}`}
                    aria-describedby={remarkId}
                    placeholder="/about or https://…"
                    list={listId}
                    value={link.address}
                    aria-invalid={Boolean(problem)}
                    onChange={({ target }) => replace(index, { address: target.value })}
                    className={input}
                  />
                </span>
                <span className="flex gap-1">
                  {MOVES.map(([way, sign, by]) => (
                    <Button
                      key={way}
                      size="sm"
                      data-move={way}
                      aria-label={`Move ${name} ${way}`}
                      disabled={value[index + by] === undefined}
                      onClick={() => move(index, index + by)}
                    >
                      {sign}
                    </Button>
                  ))}
                  <Button
                    size="sm"
                    variant="ghost"
                    data-remove
                    aria-label={`Remove ${name}`}
                    onClick={() => remove(index)}
                  >
                    Remove
                  </Button>
                </span>
              </div>
              <div id={remarkId} className="text-xs text-muted">
                <Problem isSmall>{problem}</Problem>
                {lacksPage &&
                  'No published page has this address. Readers find nothing there, unless it is redirected.'}
              </div>
            </li>
          )
        })}
      </ol>
      <Addresses id={listId} pages={pages ?? []} />
      <div>
        <Button data-add size="sm" disabled={value.length >= MAX_MENU} onClick={add}>
          Add a Link
        </Button>
      </div>
    </fieldset>
  )
}

/** Whether an address can be that of a page, and no published one has it. */
function isNoPage(address: string, pages: readonly AdminArticleSummary[]): boolean {
  const path = address.startsWith('/') ? requestedPage(address.replace(/[?#].*$/s, '')) : undefined
  if (path === undefined || pagePathProblem(path)) return false
  return [...ORIGINAL_PATHS, ...pages.map((page) => page.path)].every((known) => known !== path)
}

interface AddressesProps {
  id: string
  pages: readonly AdminArticleSummary[]
}

function Addresses({ id, pages }: AddressesProps) {
  const tags = api.articles.tags.useQuery({}).data ?? []
  return (
    <datalist id={id}>
      <option value={paths.home()}>Home</option>
      <option value={paths.search()}>Search</option>
      <option value={paths.rss()}>RSS</option>
      <option value={paths.corrections()}>Corrections</option>
      {pages.map((page) => (
        <option key={page.id} value={publicPath(page)}>
          {page.title}
        </option>
      ))}
      {tags.map(({ name, slug }) => (
        <option key={slug} value={tagPath(slug)}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
