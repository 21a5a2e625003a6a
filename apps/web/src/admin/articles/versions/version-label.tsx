import { MAX_LABEL_LENGTH, type VersionSummary } from '@nightdesk/contracts'
import type { FormEvent } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'

/** What people call a version, and the form that changes it. */
export function VersionLabel({ version: { id, article_id, label } }: { version: VersionSummary }) {
  const { versions } = api.useUtils()
  const { mutate, isPending } = api.versions.label.useMutation({
    meta: { failure: { title: 'Failed to label version' } },
    onSuccess(labelled) {
      versions.get.setData({ id: article_id, version_id: id }, (known) => known && { ...known, ...labelled })
      void versions.list.invalidate({ id: article_id })
      void versions.timeline.invalidate({ id: article_id })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = new FormData(event.currentTarget).get('label')
    mutate({ id: article_id, version_id: id, label: String(written).trim() || null })
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <label className="flex min-w-0 flex-1 flex-col gap-1 text-xs text-muted">
        Label
        <input
          name="label"
          defaultValue={label ?? ''}
          maxLength={MAX_LABEL_LENGTH}
          autoComplete="off"
          placeholder="before the edit"
          className="h-8 w-full rounded-control border border-control bg-surface px-2 text-sm text-ink placeholder:text-muted"
        />
      </label>
      <Button type="submit" variant="secondary" isBusy={isPending}>
        Set label
      </Button>
    </form>
  )
}
