import type { Export } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { describeNewest } from './export-words.ts'
import { isUnderWay, useExportRequests, useExports } from './use-exports.ts'

/** What an export may have besides the stories. */
const CHOICES = [
  { key: 'ebooks', label: 'E-books', hint: 'Each published story, as an EPUB.' },
  { key: 'versions', label: 'All versions', hint: 'Every saved version of each story, as data.' },
  { key: 'analytics', label: 'Views', hint: 'The views of each story and day, as a table.' },
] as const

/** Starts an export, or shows the progress of the current one. */
export function MakeExport() {
  const exports = useExports().data ?? []
  const underWay = exports.find(isUnderWay)
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
          size="lg"
          isBusy={create.isPending || underWay !== undefined}
          onClick={() => create.mutate(choices)}
        >
          Download everything
        </Button>
        <p role="status" className="min-w-0 flex-1 basis-56 text-ink-2">
          {describeNewest(exports[0])}
        </p>
        {underWay && (
          <Button
            variant="secondary"
            isBusy={remove.isPending}
            onClick={() => remove.mutate({ id: underWay.id })}
          >
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
