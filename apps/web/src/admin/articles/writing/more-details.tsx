import {
  type AdminArticle,
  isBlank,
  MAX_CORRECTION,
  type NotedCorrection,
  required,
  textProblem,
} from '@nightdesk/contracts'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api.ts'
import { formatShortDate } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, fieldRules } from '../../../ui/form.tsx'
import { notify } from '../../notify.ts'
import { useRestoredFocus } from '../../screen/page.tsx'
import { ShareLinks } from '../publish/preview.tsx'
import { ScheduleButton, ScheduleNotice } from '../publish/schedule.tsx'

/** The details of an article besides its fields, each with actions of its own. */
export function MoreDetails({ article }: { article: AdminArticle }) {
  return (
    <>
      {article.state === 'draft' && (
        <Section title="Schedule">
          {article.scheduled_at ? <ScheduleNotice article={article} /> : 'Not scheduled.'}
          <ScheduleButton article={article} />
        </Section>
      )}
      <Section title="Preview links">
        <div className="flex flex-col gap-4 self-stretch">
          <ShareLinks articleId={article.id} />
        </div>
      </Section>
      {article.kind === 'story' && article.state === 'published' && <Corrections articleId={article.id} />}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col items-start gap-2">
    <h3 className="text-sm font-medium">{title}</h3>
    {children}
  </section>
)

const correctionRule = fieldRules({
  text: (text) =>
    isBlank(text) ? required('Correction') : textProblem('Correction', text.trim(), MAX_CORRECTION),
})

/** What was corrected in a published article, and a field to note the next correction. */
function Corrections({ articleId }: { articleId: number }) {
  const noted = api.corrections.list.useQuery({ id: articleId }).data ?? []
  const { note, remove, refused, isNoting } = useCorrections(articleId)
  const [typed, setTyped] = useState('')
  // A button is removed with its correction.
  useRestoredFocus(String(noted.length))
  return (
    <section aria-label="Corrections" className="flex flex-col gap-3">
      <Form
        schema={correctionRule}
        refused={refused}
        // Another correction may have been typed meanwhile.
        onSubmit={({ text }) => note(text.trim(), () => setTyped((now) => (now === text ? '' : now)))}
        className="flex flex-col gap-2"
      >
        <Field
          name="text"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          label="Note a correction"
          hint="When a save mends a mistake that readers may have seen. They see the note below the story, with its date."
          autoComplete="off"
        />
        <Button type="submit" isBusy={isNoting} className="self-start">
          Note
        </Button>
      </Form>
      {noted.length > 0 && (
        <ul className="flex flex-col gap-3">
          {noted.map((correction) => (
            <Noted key={correction.id} correction={correction} onRemove={() => remove(correction.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Noted({ correction, onRemove }: { correction: NotedCorrection; onRemove(): void }) {
  const { text, created_at, created_by_name } = correction
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere">
          {text}
        </p>
        <p className="text-xs text-muted">
          {formatShortDate(created_at)}, {created_by_name}
        </p>
      </div>
      <ConfirmButton
        variant="ghost"
        size="sm"
        aria-label={`Remove the correction “${text}”`}
        question={{
          title: 'Remove this correction?',
          description: 'Readers no longer see that the story was corrected.',
          yes: 'Remove',
        }}
        onConfirm={onRemove}
      />
    </li>
  )
}

/** Notes and removes corrections of an article. Undo in the notice removes the one that was just noted. */
function useCorrections(articleId: number) {
  const { corrections } = api.useUtils()
  const refetch = () => corrections.list.invalidate({ id: articleId })
  const remove = api.corrections.delete.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to remove the correction' } },
    onSuccess: () => {
      void refetch()
      notify({ title: 'Correction removed', topic: `corrections ${articleId}` })
    },
  })
  const note = api.corrections.create.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to note the correction' } },
    onSuccess: ({ id }) => {
      void refetch()
      notify({
        title: 'Correction noted',
        description: 'Readers see it below the story.',
        topic: `corrections ${articleId}`,
        undo: () => remove.mutate({ id: articleId, correction_id: id }),
      })
    },
  })
  return {
    note: (text: string, onNoted: () => void) => note.mutate({ id: articleId, text }, { onSuccess: onNoted }),
    remove: (correctionId: number) => remove.mutate({ id: articleId, correction_id: correctionId }),
    refused: note.error?.data?.fields,
    isNoting: note.isPending,
  }
}
