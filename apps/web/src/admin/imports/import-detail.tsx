import {
  describeAddress,
  describeAddresses,
  describeLoss,
  describeOldAddresses,
  type Import,
  type ImportAddressKind,
  type ImportAuthor,
  type ImportDetails,
  type ImportItem,
  type ImportItemState,
  type LossKind,
  type OldAddressLead,
  oldSiteProblem,
  readableAddress,
} from '@nightdesk/contracts'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ApiError, api } from '../../api.ts'
import { formatCount, formatDateTime, formatNumber } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Choice, Field, Select } from '../../ui/field.tsx'
import { CallForm, fieldRules } from '../../ui/form.tsx'
import { Progress } from '../../ui/meter.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { notify } from '../notify.ts'
import { FAST_POLL_MS, LIVE_POLL_MS } from '../query-client.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { useCurrentUser } from '../screen/current-user.ts'
import { paged, usePagedSearch } from '../screen/list.tsx'
import { ListTable, Loaded, useRefetchAfter } from '../screen/loaded.tsx'
import { focusHeading, Page, Section } from '../screen/page.tsx'
import {
  describeItem,
  describeOtherAuthors,
  describePlan,
  describeResult,
  describeUndo,
  ITEM_STATES,
  isUnderWay,
  kindOf,
  STATES,
  titleOf,
  UNDER_WAY,
} from './import-words.ts'

export function ImportDetail() {
  const item = useImport(Number(useParams().id))
  return (
    <Page
      title={item.data ? titleOf(item.data) : 'Import'}
      actions={<ButtonLink to={paths.admin.imports}>All imports</ButtonLink>}
    >
      <Loaded
        // Somebody else may have removed what is shown.
        query={isGone(item.error) ? { ...item, data: undefined } : item}
        loading="Loading the import..."
        lines={6}
        failed={(error) =>
          isGone(error) && (
            <EmptyState title="This import does not exist" help="It may have been removed from the list." />
          )
        }
      >
        {(details) => <Stage key={details.id} item={details} />}
      </Loaded>
    </Page>
  )
}

function Stage({ item }: { item: ImportDetails }) {
  const { state, imports_as, fetches_pictures, wayback, with_tags } = item
  // Here, as the plan is made anew when the file is read again.
  const [choices, setChoices] = useState<ImportChoices>({
    imports_as,
    fetches_pictures,
    wayback,
    with_tags,
    people: new Map(),
  })
  const title = UNDER_WAY[state]
  const hasItems = state !== 'reading' && state !== 'failed'
  return (
    <>
      <Origin item={item} />
      {title && <UnderWay title={title} item={item} />}
      {state === 'ready' && <Plan item={item} choices={choices} onChange={setChoices} />}
      {state === 'failed' && <Failed item={item} />}
      {state === 'done' && <Done item={item} />}
      {state === 'undone' && <Undone item={item} />}
      {/* Loaded again after each step, as all items have changed. */}
      {hasItems && <ItemList key={state} item={item} />}
    </>
  )
}

function Origin({ item }: { item: ImportDetails }) {
  const { file, name, state, created_at, made_by_name } = item
  const { tone, label } = STATES[state]
  const parts = [kindOf(item), name ? file : null, formatDateTime(created_at), made_by_name]
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="min-w-0 wrap-anywhere text-ink-2">{parts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

function Failed({ item: { id, failure } }: { item: Import }) {
  return (
    <>
      <ErrorState message={failure ?? 'The file cannot be read.'} />
      <p className="max-w-prose text-ink-2">
        Nothing was written. Export the file once more, or choose another.
      </p>
      <div>
        <RemoveButton id={id}>Remove and choose another file</RemoveButton>
      </div>
    </>
  )
}

/** What the admin chooses; nothing is stored before the import starts. */
interface ImportChoices extends Pick<Import, 'imports_as' | 'fetches_pictures' | 'wayback' | 'with_tags'> {
  /** The ids of the people chosen in place of authors. */
  people: ReadonlyMap<string, number>
}

interface ChoicesProps {
  choices: ImportChoices
  onChange(choices: ImportChoices): void
}

/** What would come in, the choices, and the button that brings it in. Nothing is written before. */
function Plan({ item, choices, onChange }: ChoicesProps & { item: ImportDetails }) {
  const { id, counts, authors, can_start } = item
  const start = api.imports.start.useMutation(useStep(id, 'Failed to start the import'))
  const isPossible = counts.planned > 0 && can_start
  return (
    <Card title="What comes in">
      <div className="flex flex-col gap-5">
        <Sentences of={[...describePlan(item), ...item.notes]} />
        {item.site !== null && can_start && <OldSite id={id} site={item.site} />}
        {!can_start && <p>This import was begun with the command line, and goes on there.</p>}
        {isPossible && (
          <>
            <Choices choices={choices} onChange={onChange} />
            {authors.length > 0 && <AuthorChoices authors={authors} choices={choices} onChange={onChange} />}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {isPossible && (
            <Button
              variant="primary"
              isBusy={start.isPending}
              onClick={() =>
                start.mutate({
                  id,
                  ...choices,
                  people: [...choices.people].map(([author, person_id]) => ({ author, person_id })),
                })
              }
            >
              Import {formatCount(counts.planned, 'item')}
            </Button>
          )}
          <RemoveButton id={id}>Remove</RemoveButton>
        </div>
      </div>
    </Card>
  )
}

const siteRules = fieldRules({ site: oldSiteProblem })

/** Asks for the address of the old site, which the file lacks. With it the file is read again. */
function OldSite({ id, site }: { id: number; site: string }) {
  const read = api.imports.read.useMutation(useStep(id, 'Failed to read the file again'))
  return (
    <CallForm
      schema={siteRules}
      call={read}
      submit="Read again"
      button={{ variant: 'secondary' }}
      onSubmit={(values) => read.mutate({ id, ...values })}
    >
      <Field
        name="site"
        label="Old address"
        inputMode="url"
        defaultValue={site}
        placeholder="https://www.example.org"
        hint="The file does not say where the old site was. Its address finds pictures that are not in the file, and links between stories."
      />
    </CallForm>
  )
}

function Choices({ choices, onChange }: ChoicesProps) {
  const radio = (value: Import['imports_as']) => ({
    type: 'radio' as const,
    name: 'imports_as',
    checked: choices.imports_as === value,
    onChange: () => onChange({ ...choices, imports_as: value }),
  })
  const checkbox = (key: 'fetches_pictures' | 'wayback' | 'with_tags') => ({
    type: 'checkbox' as const,
    checked: choices[key],
    onChange: () => onChange({ ...choices, [key]: !choices[key] }),
  })
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">Stories come in</legend>
        <Choice
          {...radio('draft')}
          label="All as drafts"
          hint="Nothing is public before somebody publishes it."
        />
        <Choice
          {...radio('original')}
          label="As they were"
          hint="Published stories are public at once, with their old dates. Drafts, and what was hidden, are drafts."
        />
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">What comes along</legend>
        <Choice
          {...checkbox('fetches_pictures')}
          label="Pictures on the old site"
          hint="Copied one after another once the stories are here. Pictures in the file always come along."
        />
        {choices.fetches_pictures && (
          <Choice
            {...checkbox('wayback')}
            label="Pictures that the old site has lost"
            hint="The Wayback Machine of archive.org is asked once for each. It learns their addresses."
          />
        )}
        <Choice
          {...checkbox('with_tags')}
          label="Tags and categories"
          hint="They become tags, and their old addresses lead there."
        />
      </fieldset>
    </div>
  )
}

/** Authors with a choice. The rest come in under their own names. */
const SHOWN = 50
const MAX_PEOPLE = 100

interface AuthorChoicesProps extends ChoicesProps {
  /** Those with most items first. */
  authors: ImportAuthor[]
}

/** Who is credited in place of the authors of the old site. */
function AuthorChoices({ authors, choices, onChange }: AuthorChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const known = api.people.list.useQuery(
    { limit: MAX_PEOPLE },
    { enabled: isOpen, meta: { failure: 'Failed to load the people' } },
  )
  const rest = authors.length - SHOWN
  function credit(author: string, id: string) {
    const people = new Map(choices.people)
    people.delete(author)
    onChange({ ...choices, people: id ? people.set(author, Number(id)) : people })
  }
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer font-medium">Authors: {describeAuthors(authors)}</summary>
      {isOpen && (
        <ul aria-label="Authors" className="mt-3 flex max-w-xl flex-col gap-3">
          {authors.slice(0, SHOWN).map((author) => (
            <li key={author.name}>
              <Select
                label={`${author.name}, ${formatCount(author.items, 'item')}`}
                className="h-9 w-full"
                value={choices.people.get(author.name) ?? ''}
                options={[fallback(author), ...optionsOf(known.data?.people ?? [], author)]}
                onChange={({ target }) => credit(author.name, target.value)}
              />
            </li>
          ))}
          {rest > 0 && <li className="text-muted">{describeOtherAuthors(rest)}</li>}
        </ul>
      )}
    </details>
  )
}

/** "2 are here already, 1 is added" */
function describeAuthors(authors: ImportAuthor[]): string {
  const here = authors.filter(({ person }) => person).length
  const added = authors.length - here
  return [
    ...(here > 0 ? [formatCount(here, 'is here already', 'are here already')] : []),
    ...(added > 0 ? [formatCount(added, 'is added', 'are added')] : []),
  ].join(', ')
}

const fallback = ({ name, person }: ImportAuthor) => ({
  value: '',
  label: person ? `${person.name}, who is here already` : `A new person: ${name}`,
})

const optionsOf = (people: { id: number; name: string }[], { person }: ImportAuthor) =>
  people.filter(({ id }) => id !== person?.id).map(({ id, name }) => ({ value: String(id), label: name }))

function UnderWay({ title, item }: { title: string; item: Import }) {
  const { id, progress, state } = item
  return (
    <Card title={title}>
      <div className="flex max-w-xl flex-col gap-3">
        <Progress label={title} value={progress?.total ? progress.done / progress.total : null} />
        <p className="tabular-nums">{describeProgress(progress)}</p>
        <p className="text-muted">You can leave this page: it goes on without you.</p>
        <div>
          {state === 'running' && <UndoButton item={item} />}
          {/* Nothing is written while a file is read. */}
          {state === 'reading' && <RemoveButton id={id}>Cancel the import</RemoveButton>}
        </div>
      </div>
    </Card>
  )
}

function describeProgress(progress: Import['progress']): string {
  if (!progress) return 'Waiting for the worker…'
  const { done, total } = progress
  return total === null
    ? `${formatCount(done, 'item')} so far`
    : `${formatNumber(done)} of ${formatCount(total, 'item')}`
}

const Done = ({ item }: { item: ImportDetails }) => (
  <Card title="What came in">
    <div className="flex flex-col gap-5">
      <Sentences of={[...describeResult(item), ...item.notes]} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.admin.articles} variant="primary">
          Open the articles
        </ButtonLink>
        {item.counts.done > 0 && <UndoButton item={item} />}
      </div>
    </div>
  </Card>
)

const Undone = ({ item }: { item: ImportDetails }) => (
  <Card title="The import was undone">
    <div className="flex flex-col gap-5">
      <Sentences of={describeUndo(item)} />
      {item.counts.left === 0 && (
        <div>
          <RemoveButton id={item.id}>Remove from the list</RemoveButton>
        </div>
      )}
    </div>
  </Card>
)

function UndoButton({ item: { id, counts, state } }: { item: Import }) {
  const undo = api.imports.undo.useMutation(useStep(id, 'Failed to undo the import'))
  const isRunning = state === 'running'
  const label = isRunning ? 'Cancel the import' : 'Undo the import'
  return (
    <ConfirmButton
      isBusy={undo.isPending}
      question={{
        title: isRunning ? 'Cancel this import?' : 'Undo this import?',
        description: `${storiesBroughtIn(counts.done)} deleted, with the tags, people, pictures and redirects that nothing else uses. Stories that were edited since stay.`,
        yes: label,
        no: isRunning ? 'Go on' : 'Cancel',
      }}
      onConfirm={() => undo.mutate({ id })}
    />
  )
}

function storiesBroughtIn(count: number): string {
  if (count === 1) return 'The story that it brought in is'
  return `The ${count === 0 ? '' : `${formatNumber(count)} `}stories that it brought in are`
}

const Sentences = ({ of }: { of: string[] }) => (
  <div className="flex max-w-prose flex-col gap-1">
    {of.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)

/** An import, refetched while something happens to it. Only admins ask for it, as a refusal would end the session. */
function useImport(id: number) {
  const { data: user, failureCount } = useCurrentUser()
  return api.imports.get.useQuery(
    { id },
    {
      enabled: user ? user.role === 'admin' : failureCount > 0,
      refetchInterval: ({ state: { data, error } }) => data !== undefined && !isGone(error) && pauseOf(data),
    },
  )
}

const isGone = (error: ApiError | null) => error?.data?.code === 'NOT_FOUND'

function pauseOf(item: Import): number | false {
  if (isUnderWay(item)) return FAST_POLL_MS
  return item.waiting_for_pictures > 0 ? LIVE_POLL_MS : false
}

/** What follows when an import is started or undone. The pressed button disappears, so the heading is focused. */
function useStep(id: number, failure: string) {
  const { imports } = api.useUtils()
  return {
    meta: { failure },
    onSuccess(changed: Import) {
      imports.get.setData({ id }, (old) => old && { ...old, ...changed })
      focusHeading()
    },
    onSettled: () => void imports.invalidate(),
  }
}

function RemoveButton({ id, children }: { id: number; children: string }) {
  const navigate = useNavigate()
  const { imports } = api.useUtils()
  const remove = api.imports.remove.useMutation({
    meta: { failure: 'Failed to remove the import' },
    onSuccess() {
      notify({ title: 'Import removed' })
      void imports.list.invalidate()
    },
  })
  return (
    <Button
      isBusy={remove.isPending}
      onClick={() => remove.mutate({ id }, { onSuccess: () => navigate(paths.admin.imports) })}
    >
      {children}
    </Button>
  )
}

function ItemList({ item }: { item: ImportDetails }) {
  const { id, imports_as, losses, addresses } = item
  const { params, page, limit, update, pager, emptyOf } = usePagedSearch()
  const filters = filtersOf(item, params.get('show'))
  const filter = filters.find(({ value }) => value === params.get('show')) ?? ALL
  const list = api.imports.items.useQuery(
    { id, ...filter.query, page, limit },
    {
      enabled: filter.addresses === undefined,
      ...paged('Failed to load the items'),
      staleTime: 0,
      refetchInterval: isUnderWay(item) && FAST_POLL_MS,
    },
  )
  useRefetchAfter(isUnderWay(item), list)
  return (
    <Section title="Items">
      {losses.length > 0 && (
        <FilterLinks
          label="Changed or lost"
          links={losses.map(({ kind, count, items }) => ({
            show: kind,
            text: describeLoss({ kind, count, names: [] }),
            rest: ` In ${formatCount(items, 'item')}`,
          }))}
          show={filter.value}
        />
      )}
      {addresses.length > 0 && (
        <FilterLinks
          label="Old addresses"
          links={addresses.map(({ kind, count, problems }) => ({
            show: addressFilter(kind),
            text: describeAddresses(kind, count, problems),
          }))}
          show={filter.value}
        />
      )}
      {filters.length > 1 && (
        <div className="flex">
          <Segments
            label="Show items"
            options={filters}
            value={filter.value}
            onChange={(show) => update({ show }, { preventScrollReset: true })}
          />
        </div>
      )}
      {filter.addresses ? (
        <AddressTable id={id} kind={filter.addresses} />
      ) : (
        <ListTable
          label="Items"
          query={list}
          loading="Loading items..."
          rowsOf={({ items }) => items}
          keyOf={({ id }) => id}
          columns={columnsOf(imports_as)}
          empty={emptyOf({ title: 'No items found' })}
          pager={({ count }) => pager(count)}
        />
      )}
    </Section>
  )
}

interface FilterLinksProps {
  label: string
  links: { show: string; text: string; rest?: string }[]
  show: string
}

const FilterLinks = ({ label, links, show: chosen }: FilterLinksProps) => (
  <ul aria-label={label} className="flex max-w-prose flex-col gap-1">
    {links.map(({ show, text, rest }) => (
      <li key={show}>
        <Link
          to={{ search: `?show=${show}` }}
          preventScrollReset
          aria-current={show === chosen ? 'true' : undefined}
          className="underline aria-[current]:font-medium"
        >
          {text}
        </Link>
        <span className="text-muted">{rest}</span>
      </li>
    ))}
  </ul>
)

const addressFilter = (kind: ImportAddressKind) => `addresses-${kind}`

function AddressTable({ id, kind }: { id: number; kind: ImportAddressKind }) {
  const { page, limit, pager, emptyOf } = usePagedSearch()
  const list = api.imports.addresses.useQuery(
    { id, kind, page, limit },
    { ...paged('Failed to load the old addresses'), staleTime: 0 },
  )
  return (
    <ListTable
      label="Old addresses"
      query={list}
      loading="Loading old addresses..."
      rowsOf={({ addresses }) => addresses}
      keyOf={({ path }) => path}
      columns={ADDRESS_COLUMNS}
      empty={emptyOf({ title: 'No old addresses found' })}
      pager={({ count }) => pager(count)}
    />
  )
}

const ADDRESS_COLUMNS: readonly Column<OldAddressLead>[] = [
  {
    name: 'Old address',
    className: 'min-w-48 font-medium wrap-anywhere',
    cell: ({ path }) => readableAddress(path),
  },
  {
    name: 'Leads to',
    className: 'min-w-64 wrap-anywhere text-ink-2',
    cell: (address) => describeAddress(address),
  },
]

interface Filter {
  value: string
  label: string
  query: { state?: ImportItemState; notes?: 'some'; loss?: LossKind }
  /** Set for one that shows old addresses in place of items. */
  addresses?: ImportAddressKind
}

const ALL: Filter = { value: '', label: 'All', query: {} }

const STATE_FILTERS = [
  ['failed', 'Failed'],
  ['known', 'Already here'],
  ['left', 'Edited, and left'],
] as const

/** Only those that find something, and of the kinds of losses and old addresses only the chosen one. */
function filtersOf(
  { counts, with_notes, losses, addresses }: ImportDetails,
  chosen: string | null,
): Filter[] {
  const filters = [
    { value: 'notes', label: 'With remarks', count: with_notes, query: { notes: 'some' as const } },
    ...STATE_FILTERS.map(([state, label]) => ({
      value: state,
      label,
      count: counts[state],
      query: { state },
    })),
    ...losses
      .filter(({ kind }) => kind === chosen)
      .map(({ kind, items }) => ({
        value: kind,
        label: 'With this remark',
        count: items,
        query: { loss: kind },
      })),
    ...addresses
      .filter(({ kind }) => addressFilter(kind) === chosen)
      .map(({ kind, count }) => ({
        value: addressFilter(kind),
        label: 'Old addresses',
        count,
        query: {},
        addresses: kind,
      })),
  ]
  const found = filters.filter(({ count }) => count > 0)
  return [
    ALL,
    ...found.map(({ count, ...filter }) => ({ ...filter, label: `${filter.label} ${formatNumber(count)}` })),
  ]
}

const columnsOf = (importsAs: Import['imports_as']): readonly Column<ImportItem>[] => [
  {
    name: 'Title',
    className: 'min-w-48 align-top font-medium wrap-anywhere',
    cell: ({ title, article_id }) =>
      article_id === null ? (
        title
      ) : (
        <Link to={paths.admin.draft(article_id)} className="hover:underline">
          {title}
        </Link>
      ),
  },
  {
    name: 'Comes along',
    className: 'min-w-64 align-top wrap-anywhere text-ink-2',
    cell: (item) =>
      item.state === 'failed' ? <span className="text-muted">Nothing</span> : describeItem(item, importsAs),
    note: ({ state, summary: { authors, tags, addresses } }) =>
      state !== 'failed' && [
        authors.length > 0 && `By ${authors.join(', ')}`,
        tags.length > 0 && `Tags: ${tags.join(', ')}`,
        describeOldAddresses(addresses),
      ],
  },
  {
    name: 'Changed or lost',
    className: 'min-w-56 align-top wrap-anywhere',
    cell: (item) => <Remarks item={item} />,
  },
  {
    name: 'State',
    className: 'align-top',
    cell: ({ state }) => <Badge tone={ITEM_STATES[state].tone}>{ITEM_STATES[state].label}</Badge>,
  },
]

function Remarks({ item: { notes, failure } }: { item: ImportItem }) {
  if (failure) return <span className="text-danger">{failure}</span>
  if (notes.length === 0) return <span className="text-muted">Nothing</span>
  return (
    <ul className="flex flex-col gap-1">
      {[...new Set(notes)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
