import { type Import, refuseImport } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Link, useBeforeUnload, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { formatPercent, formatRecent } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Progress } from '../../ui/meter.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { type UploadOptions, upload as uploadFile } from '../../upload.ts'
import { FAST_POLL_MS, POLL_MS } from '../query-client.ts'
import { paged, usePagedSearch } from '../screen/list.tsx'
import { ListTable } from '../screen/loaded.tsx'
import { focusHeading, Page, Section } from '../screen/page.tsx'
import { useUpload } from '../screen/use-upload.ts'
import { describeCounts, isUnderWay, kindOf, STATES, titleOf } from './import-words.ts'

export function Imports() {
  return (
    <Page
      title="Import"
      intro="Bring your stories along from WordPress, Ghost, Substack, Medium, a folder of Markdown, Word, an EPUB or another Nightdesk, with their pictures, authors, tags, dates and old addresses."
    >
      <UploadField />
      <ExportGuide />
      <Section title="Imports">
        <ImportList />
      </Section>
    </Page>
  )
}

/** Where other products hide their exports. */
const GUIDE = [
  ['WordPress', 'In its admin area, Tools → Export → All content. The file ends in .xml or .zip.'],
  [
    'Ghost',
    'Settings → Import/Export → Export. For the pictures, zip the file with the folder content/images.',
  ],
  ['Substack', 'Settings → Exports → New export. The file ends in .zip.'],
  ['Medium', 'Settings → Security and apps → Download your information. The file ends in .zip.'],
  [
    'Markdown',
    'Zip the folder of a site made with Jekyll, Hugo or Astro, or any folder of Markdown and pictures.',
  ],
  ['Word', 'A .docx comes in as one draft.'],
  ['EPUB', 'Each chapter comes in as a draft.'],
  ['Nightdesk', 'In its admin area, Export → Download everything. The file ends in .zip.'],
] as const

function ExportGuide() {
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 font-medium sm:px-5">Where to get the file</summary>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 px-4 pb-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2 sm:px-5">
        {GUIDE.map(([product, steps]) => (
          <div key={product} className="contents">
            <dt className="font-medium max-sm:mt-2">{product}</dt>
            <dd className="text-ink-2">{steps}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const ONE_FILE = 'Drop one file at a time.'
const NO_FOLDER = 'This is a folder. Put it into a zip file, and drop that.'

function UploadField() {
  const navigate = useNavigate()
  const utils = api.useUtils()
  const { upload, sent, send, cancel } = useUpload(sendImport, async ({ id }) => {
    void utils.imports.list.invalidate()
    await navigate(paths.admin.import(id))
  })
  const { isPending, error, variables } = upload
  useBeforeUnload((event) => isPending && event.preventDefault())
  const [dropProblem, setDropProblem] = useState<string>()
  const problem = dropProblem ?? error?.message

  function choose(chosen: File | string) {
    setDropProblem(typeof chosen === 'string' ? chosen : undefined)
    if (typeof chosen === 'string') return
    focusHeading() // the pressed button is replaced, here and below
    send(chosen)
  }
  function stop() {
    focusHeading()
    cancel()
  }

  return (
    <>
      {problem && <ErrorState message={problem} />}
      <DropZone onDrop={(dropped) => !isPending && choose(dropped)}>
        {isPending ? (
          <Sending file={variables.file} sent={sent} onCancel={stop} />
        ) : (
          <ChooseFile onChoose={choose} />
        )}
      </DropZone>
    </>
  )
}

interface DropZoneProps {
  /** Receives the file, or why what was dropped is none. */
  onDrop(dropped: File | string): void
  children: ReactNode
}

function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  function over(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onDrop(readDrop(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with a keyboard
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center ${isOver ? 'border-primary bg-sunken' : 'border-control bg-surface'}`}
    >
      {children}
    </div>
  )
}

function readDrop({ files, items }: DataTransfer): File | string {
  const [file] = files
  if (!file || files.length > 1) return ONE_FILE
  return items[0]?.webkitGetAsEntry()?.isDirectory ? NO_FOLDER : file
}

function ChooseFile({ onChoose }: { onChoose(file: File): void }) {
  const hintId = useId()
  return (
    <>
      <p className="font-medium">Drop a file here</p>
      <FileButton label="Choose file" variant="primary" aria-describedby={hintId} onChoose={onChoose} />
      <p id={hintId} className="max-w-prose text-xs text-muted">
        At most 2 GB. You see what comes in, what changes and what is lost before anything is written.
      </p>
    </>
  )
}

interface SendingProps {
  file: File
  /** 0 to 1 */
  sent: number
  onCancel(): void
}

function Sending({ file, sent, onCancel }: SendingProps) {
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <p role="status" className="font-medium wrap-anywhere">
        Sending {file.name}
      </p>
      <Progress label="Sent" value={sent} />
      <p className="text-xs text-muted tabular-nums">
        {formatPercent(Math.floor(sent * 100))} of {formatBytes(file.size)}. Stay on this page until it is
        sent.
      </p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

const UPLOAD_FAILED = 'The file could not be sent. Please try again.'

const FULL = [503]

function sendImport(file: File, options: UploadOptions): Promise<Import> {
  const refusal = refuseImport(file)
  if (refusal) return Promise.reject(new Error(refusal))
  return uploadFile({ path: '/admin/imports', file, failure: UPLOAD_FAILED, explained: FULL, ...options })
}

function ImportList() {
  const { page, limit, pager, emptyOf } = usePagedSearch()
  const list = api.imports.list.useQuery(
    { page, limit },
    {
      ...paged('Failed to load the imports'),
      refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? FAST_POLL_MS : POLL_MS),
    },
  )
  return (
    <ListTable
      label="Imports"
      query={list}
      loading="Loading imports..."
      rowsOf={({ imports }) => imports}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      empty={emptyOf({
        title: 'Nothing was imported yet',
        help: 'Each import is listed here, and can be undone.',
      })}
      pager={({ count }) => pager(count)}
    />
  )
}

const COLUMNS: readonly Column<Import>[] = [
  {
    name: 'Import',
    className: 'min-w-48 wrap-anywhere',
    cell: (item) => (
      <Link to={paths.admin.import(item.id)} className="font-medium hover:underline">
        {titleOf(item)}
      </Link>
    ),
    note: (item) => [kindOf(item), titleOf(item) === item.file ? null : item.file].filter(Boolean).join(', '),
  },
  {
    name: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { name: 'Items', className: 'text-ink-2', cell: describeCounts },
  {
    name: 'Begun',
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ created_at }) => formatRecent(created_at),
    note: ({ made_by_name }) => made_by_name,
  },
]
