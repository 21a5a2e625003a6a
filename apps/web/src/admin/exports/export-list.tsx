import type { Export } from '@nightdesk/contracts'
import { useState } from 'react'
import { formatDateTime, formatRecent } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { describeContents, describeGaps, describeProgress, STATES } from './export-words.ts'
import { isUnderWay, useDownload, useExportRequests, useExports } from './use-exports.ts'
/** Exports of the last 30 days, the newest first. */
export function ExportList() {
  const list = useExports()
  return (
    <LoadedList list={list} loading={<Loading label="Loading exports..." lines={3} />}>
      {(exports) =>
        exports.length > 0 ? (
          <Table label="Exports" head={HEAD}>
            {exports.map((one) => (
              <Row key={one.id} shown={one} />
            ))}
          </Table>
        ) : (
          <EmptyState
            title="Nothing was exported yet"
            help="Each file is listed here, and can be downloaded for a day."
          />
        )
      }
    </LoadedList>
  )
}

const HEAD = (
  <>
    <HeadCell>Export</HeadCell>
    <HeadCell>State</HeadCell>
    <HeadCell>Contents</HeadCell>
    <HeadCell>Actions</HeadCell>
  </>
)

function Row({ shown }: { shown: Export }) {
  const { state, created_at, expires_at, made_by_name } = shown
  const { tone, label } = STATES[state]
  const made = formatRecent(created_at)
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        <span className="font-medium">{made}</span>
        {made_by_name && <span className="block text-xs text-muted">{made_by_name}</span>}
      </Cell>
      <Cell label="State">
        <Badge tone={tone}>{label}</Badge>
        {state === 'done' && expires_at && (
          <span className="block text-xs whitespace-nowrap text-muted">
            until {formatDateTime(expires_at)}
          </span>
        )}
      </Cell>
      <Cell label="Contents" className="text-ink-2 wrap-anywhere">
        <Contents shown={shown} />
      </Cell>
      <Cell>
        {!isUnderWay(shown) && (
          <div className="flex gap-2">
            {state === 'done' && <DownloadButton id={shown.id} made={made} />}
            <DeleteExport shown={shown} made={made} />
          </div>
        )}
      </Cell>
    </tr>
  )
}

function Contents({ shown }: { shown: Export }) {
  const { failure, contents } = shown
  if (failure) return <span className="text-danger">{failure}</span>
  if (!contents) return describeProgress(shown)
  return (
    <>
      {describeContents(shown, contents)}
      {describeGaps(contents).map((sentence) => (
        <span key={sentence} className="block text-xs text-muted">
          {sentence}
        </span>
      ))}
    </>
  )
}

function DownloadButton({ id, made }: { id: number; made: string }) {
  const { mutate, isPending } = useDownload()
  return (
    <Button
      size="sm"
      aria-label={`Download the export of ${made}`}
      isBusy={isPending}
      onClick={() => mutate({ id })}
    >
      Download
    </Button>
  )
}

interface DeleteExportProps {
  shown: Export
  /** When it was made, for people. */
  made: string
}

/** Deletes an export; after a question while it has a file. */
function DeleteExport({ shown: { id, state }, made }: DeleteExportProps) {
  const [isAsking, setAsking] = useState(false)
  const { remove } = useExportRequests()
  const run = () => remove.mutate({ id }, { onSettled: () => setAsking(false) })
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Delete the export of ${made}`}
        isBusy={remove.isPending}
        onClick={() => (state === 'done' ? setAsking(true) : run())}
      >
        Delete
      </Button>
      <Question
        open={isAsking}
        title="Delete this export?"
        description="Its file and the links to it are gone at once. The stories stay as they are."
        onClose={() => setAsking(false)}
        yes="Delete"
        isBusy={remove.isPending}
        onYes={run}
      />
    </>
  )
}
