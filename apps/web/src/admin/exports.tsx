import type { Export, ExportState } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { useState } from 'react'
import { api } from '../api.ts'
import { formatCount, formatDateTime, formatNumber, formatRecent } from '../format.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { Progress } from '../ui/meter.tsx'
import { actions, type Column } from '../ui/table.tsx'
import { FAST_POLL_MS, POLL_MS } from './query-client.ts'
import { ListTable } from './screen/loaded.tsx'
import { Page, Section, useRestoredFocus } from './screen/page.tsx'

export function Exports() {
  return (
    <Page
      title="Export"
      intro="Take everything along in one zip file: every story and draft as Markdown with its pictures, and lists of people, tags and redirects. Other programs read it, and so does an import into another Nightdesk."
    >
      <MakeExport />
      <Section title="Exports">
        <ExportList />
      </Section>
    </Page>
  )
}

const CHOICES = [
  { key: 'ebooks', label: 'E-books', hint: 'Each published story, as an EPUB.' },
  { key: 'versions', label: 'All versions', hint: 'Every saved version of each story, as data.' },
  { key: 'analytics', label: 'Views', hint: 'The views of each story and day, as a table.' },
] as const

function MakeExport() {
  const exports = useExports().data
  const underWay = exports?.find(isUnderWay)
  // A button is removed with the export.
  useRestoredFocus(exports && String(underWay?.id))
  const { create, remove } = useExportRequests()
  const [choices, setChoices] = useState({ ebooks: false, versions: false, analytics: false })
  return (
    <section
      aria-label="New export"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
        <legend className="sr-only">Besides the stories</legend>
        {CHOICES.map(({ key, ...texts }) => (
          <Choice
            key={key}
            type="checkbox"
            {...texts}
            checked={choices[key]}
            onChange={() => setChoices({ ...choices, [key]: !choices[key] })}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant="primary"
          size="lg"
          isBusy={create.isPending || underWay !== undefined}
          onClick={() => create.mutate(choices)}
        >
          Download everything
        </Button>
        <p
          role="status"
          // The count is not read out, and the end is.
          aria-live={underWay ? 'off' : 'polite'}
          className="min-w-0 flex-1 basis-56 text-ink-2"
        >
          {describeNewest(exports?.[0])}
        </p>
        {underWay && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate({ id: underWay.id })}>
            Cancel
          </Button>
        )}
      </div>
      {underWay && <Progress label="Stories in the export" value={shareOf(underWay)} />}
      <p className="max-w-[70ch] text-xs text-muted">
        Published stories are in it as readers see them. Accounts and the trash are not: backups have them.
      </p>
    </section>
  )
}

/** Null while the number of stories is not known. */
const shareOf = ({ progress }: Export): number | null =>
  progress && progress.total > 0 ? progress.done / progress.total : null

/** Exports of the last 30 days, the newest first. */
const ExportList = () => (
  <ListTable
    label="Exports"
    query={useExports()}
    loading="Loading exports..."
    rowsOf={(exports) => exports}
    keyOf={({ id }) => id}
    columns={COLUMNS}
    empty={{
      title: 'Nothing was exported yet',
      help: 'Each file is listed here, and can be downloaded for a day.',
    }}
  />
)

const COLUMNS: readonly Column<Export>[] = [
  {
    name: 'Export',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <span className="font-medium">{formatRecent(created_at)}</span>,
    note: ({ made_by_name }) => made_by_name,
  },
  {
    name: 'State',
    className: 'whitespace-nowrap',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
    note: ({ state, expires_at }) => state === 'done' && expires_at && `until ${formatDateTime(expires_at)}`,
  },
  {
    name: 'Contents',
    className: 'text-ink-2 wrap-anywhere',
    cell: (item) =>
      item.failure ? <span className="text-danger">{item.failure}</span> : describeContents(item),
    note: ({ failure, contents }) => !failure && contents && describeGaps(contents),
  },
  actions((item) => !isUnderWay(item) && <ExportActions item={item} />),
]

/** Downloads a file, and deletes an export; after a question while it has a file. */
function ExportActions({ item: { id, state, created_at } }: { item: Export }) {
  const download = useDownload()
  const { remove } = useExportRequests()
  const made = formatRecent(created_at)
  const deletes = {
    size: 'sm',
    'aria-label': `Delete the export of ${made}`,
    isBusy: remove.isPending,
    children: 'Delete',
  } as const
  const run = () => remove.mutate({ id })
  if (state !== 'done') return <Button {...deletes} onClick={run} />
  return (
    <div className="flex gap-2">
      <Button
        variant="primary"
        size="sm"
        aria-label={`Download the export of ${made}`}
        isBusy={download.isPending}
        onClick={() => download.mutate({ id })}
      >
        Download
      </Button>
      <ConfirmButton
        {...deletes}
        question={{
          title: 'Delete this export?',
          description: 'Its file and the links to it are gone at once. The stories stay as they are.',
          yes: 'Delete',
        }}
        onConfirm={run}
      />
    </div>
  )
}

const isUnderWay = ({ state }: Pick<Export, 'state'>) => state === 'waiting' || state === 'running'

const useExports = () =>
  api.exports.list.useQuery(
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FAST_POLL_MS : POLL_MS),
      meta: { failure: 'Failed to load the exports' },
    },
  )

function useExportRequests() {
  const utils = api.useUtils()
  const onSettled = () => utils.exports.list.invalidate()
  const create = api.exports.create.useMutation({
    meta: { failure: 'Failed to begin the export' },
    onSettled,
  })
  const remove = api.exports.remove.useMutation({
    meta: { failure: 'Failed to delete the export' },
    onSettled,
  })
  return { create, remove }
}

/** Downloads the file of an export as a browser downloads any other: it may be too large for the memory of this page. */
function useDownload() {
  return api.exports.link.useMutation({
    meta: { failure: 'Failed to download the export' },
    onSuccess({ url }) {
      const { pathname, search } = new URL(url)
      const link = document.createElement('a')
      link.href = pathname + search
      // A link that has ended fails as a download, and leaves this screen open.
      link.download = ''
      link.click()
    },
  })
}

const STATES: Record<ExportState, { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  running: { tone: 'info', label: 'Being made' },
  done: { tone: 'success', label: 'Ready' },
  failed: { tone: 'danger', label: 'Failed' },
  expired: { tone: 'neutral', label: 'Expired' },
}

/** "12 of 214 stories" */
function describeProgress({ progress }: Pick<Export, 'progress'>): string {
  if (!progress) return 'Waiting for a worker'
  if (progress.total === 0) return 'Looking for stories'
  return `${formatNumber(progress.done)} of ${formatCount(progress.total, 'story', 'stories')}`
}

function describeNewest(newest: Export | undefined): string {
  if (newest?.state === 'waiting' || newest?.state === 'running') return describeProgress(newest)
  if (newest?.state === 'done') return 'The newest export is ready to be downloaded below.'
  if (newest?.state === 'failed') return 'The newest export has failed: see below.'
  return 'It is made in the background. You may leave this page and come back.'
}

/** "214 stories, 512 pictures, e-books, all versions, 48 MB", once it is made */
function describeContents(item: Export): string {
  if (!item.contents) return describeProgress(item)
  const { stories, pictures, bytes } = item.contents
  const counts = [formatCount(stories, 'story', 'stories'), formatCount(pictures, 'picture')]
  const choices = CHOICES.filter(({ key }) => item[key]).map(({ label }) => label.toLowerCase())
  return [...counts, ...choices, formatBytes(bytes)].join(', ')
}

function describeGaps({ unpublished_changes, missing_pictures }: NonNullable<Export['contents']>) {
  const changed = formatCount(unpublished_changes, 'published story has', 'published stories have')
  const missing = formatCount(missing_pictures, 'picture is', 'pictures are')
  return [
    unpublished_changes > 0 && `${changed} newer changes that are not in it.`,
    missing_pictures > 0 && `${missing} missing from the storage.`,
  ]
}
