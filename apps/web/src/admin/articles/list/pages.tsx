import {
  type AdminArticle,
  type AdminArticleSummary,
  ORIGINAL_PATHS,
  ORIGINAL_TITLES,
  type OriginalPath,
  pagePathProblem,
  suggestedPath,
  titleProblem,
} from '@nightdesk/contracts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import { formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { fieldRules } from '../../../ui/form.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { actions, type Column } from '../../../ui/table.tsx'
import { NewTabLink } from '../../screen/button-link.tsx'
import { useDialogParam, usePagedSearch } from '../../screen/list.tsx'
import { ListTable } from '../../screen/loaded.tsx'
import { Page } from '../../screen/page.tsx'
import { ChangesBadge, ScheduledBadge, StateBadge } from '../../screen/state-badge.tsx'
import { originalOf, useOriginal } from '../article-actions.tsx'
import { useArticleChanged } from '../article-changed.ts'
import { AddressField } from '../writing/page-fields.tsx'
import { RowActions } from './article-table.tsx'

/** The pages of the site: those that somebody wrote, and those that every site has. */
export function Pages() {
  const [isAdding, toggleAdding] = useDialogParam('new')
  return (
    <Page
      title="Pages"
      actions={
        <Button variant="primary" onClick={toggleAdding}>
          New Page
        </Button>
      }
      intro="Texts with an address of their own, such as About or Submissions. They are in no list of stories and in no feed; the search finds them."
    >
      <PageList />
      {isAdding && <NewPage onClose={toggleAdding} />}
    </Page>
  )
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'deleted', label: 'Trash' },
] as const

function PageList() {
  const { params, update } = usePagedSearch()
  const state = params.get('state') === 'deleted' ? 'deleted' : undefined
  const list = api.articles.list.useQuery(
    { kind: 'page', state, sort: 'title' },
    { meta: { failure: 'Failed to load the pages' } },
  )
  return (
    <>
      <div className="flex">
        <Segments
          label="Show pages"
          options={STATES}
          value={state ?? ''}
          onChange={(next) => update({ state: next })}
        />
      </div>
      <ListTable
        label="Pages"
        query={list}
        loading="Loading pages..."
        rowsOf={(pages) => (state ? pages.map((page) => ({ page })) : withOriginals(pages))}
        keyOf={(row) => ('page' in row ? row.page.id : row.original)}
        columns={COLUMNS}
        empty={{ title: 'No pages in the trash', help: 'Deleted pages are kept here for 30 days.' }}
      />
    </>
  )
}

/** A page, or the address of one that is still as every site has it. */
type Row = { page: AdminArticleSummary } | { original: OriginalPath }

function withOriginals(pages: readonly AdminArticleSummary[]): Row[] {
  const missing = ORIGINAL_PATHS.filter((path) => pages.every((page) => page.path !== path))
  return [...pages.map((page) => ({ page })), ...missing.map((original) => ({ original }))]
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Title',
    className: 'min-w-40 font-medium wrap-anywhere',
    cell: (row) =>
      'page' in row ? (
        <Link to={paths.admin.draft(row.page.id)} className="hover:underline">
          {row.page.title}
        </Link>
      ) : (
        ORIGINAL_TITLES[row.original]
      ),
  },
  {
    name: 'Address',
    className: 'min-w-32 text-ink-2 wrap-anywhere',
    cell: (row) => ('page' in row ? row.page.path : row.original),
  },
  {
    name: 'Status',
    cell: (row) => ('page' in row ? <Status page={row.page} /> : <Badge tone="success">original text</Badge>),
  },
  {
    name: 'Last Updated',
    className: 'whitespace-nowrap text-ink-2 tabular-nums',
    cell: (row) => ('page' in row ? formatShortDate(row.page.date_updated) : 'Never'),
  },
  actions(
    (row) => ('page' in row ? <RowActions article={row.page} /> : <OriginalActions path={row.original} />),
    'bg-inherit as-table:w-px',
  ),
]

const Status = ({ page }: { page: AdminArticleSummary }) => (
  <span className="flex flex-wrap items-center gap-1">
    <StateBadge state={page.state} />
    <ScheduledBadge at={page.scheduled_at} isShort />
    <ChangesBadge article={page} />
    {originalOf(page.path) && page.state !== 'published' && page.state !== 'deleted' && (
      <span className="text-xs text-muted">Readers see the original.</span>
    )}
  </span>
)

/** Looks at an original text, or makes a page of it. */
function OriginalActions({ path }: { path: OriginalPath }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useOriginal()
  const title = ORIGINAL_TITLES[path]
  return (
    <span className="flex gap-1">
      <NewTabLink to={path} size="sm">
        View
      </NewTabLink>
      <Button
        size="sm"
        aria-label={`Edit ${title}`}
        isBusy={isPending}
        onClick={() =>
          mutate(
            { path, only_if_missing: true },
            { onSuccess: ({ id }) => navigate(paths.admin.editDraft(id)) },
          )
        }
      >
        Edit
      </Button>
    </span>
  )
}

const newPageRules = fieldRules({ title: titleProblem, path: pagePathProblem })

/** Asks for title and address of a new page, whose text is written next. */
function NewPage({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const articleChanged = useArticleChanged()
  const [title, setTitle] = useState('')
  /** Null until the address is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const create = api.articles.create.useMutation({
    meta: { failure: 'Failed to create the page' },
    onSuccess: articleChanged,
  })
  // Back leads to the list, not to this dialog.
  const open = ({ id }: AdminArticle) => navigate(paths.admin.editDraft(id), { replace: true })
  return (
    <FormDialog
      title="New Page"
      description="It is a draft until you publish it."
      schema={newPageRules}
      call={create}
      submit="Create Page"
      onSubmit={(values) => create.mutate({ kind: 'page', content: [], ...values }, { onSuccess: open })}
      onClose={onClose}
    >
      <Field
        name="title"
        label="Title"
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <AddressField value={typed ?? suggestedPath(title)} onChange={setTyped} />
    </FormDialog>
  )
}
