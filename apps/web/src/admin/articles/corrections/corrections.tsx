import { isBlank, MAX_CORRECTION, type NotedCorrection, required, textProblem } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { formatShortDate } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { fieldRules } from '../../../ui/forms/field-rules.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { Question } from '../../../ui/overlays/dialog.tsx'
import { useCorrections } from './use-corrections.ts'

const correctionRule = fieldRules({
  text: (text) =>
    isBlank(text) ? required('Correction') : textProblem('Correction', text.trim(), MAX_CORRECTION),
})

/** What was corrected in a published article, and a field to note the next correction. */
export function Corrections({ articleId }: { articleId: number }) {
  const noted = api.corrections.list.useQuery({ id: articleId }).data ?? []
  const { note, remove, refused, isNoting } = useCorrections(articleId)
  // A new key empties the field.
  const [round, setRound] = useState(0)
  return (
    <section aria-label="Corrections" className="flex flex-col gap-3">
      <Form
        key={round}
        schema={correctionRule}
        refused={refused}
        onSubmit={({ text }) => note(text.trim(), () => setRound(round + 1))}
        className="flex flex-col gap-2"
      >
        <Field
          name="text"
          label="Note a correction"
          hint="When a save mends a mistake that readers may have seen. They see the note below the story, with its date."
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" isBusy={isNoting} className="self-start">
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
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{text}</p>
        <p className="text-xs text-muted">
          {formatShortDate(created_at)}, {created_by_name}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Remove the correction “${text}”`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <Question
        open={isAsking}
        title="Remove this correction?"
        description="Readers no longer see that the story was corrected."
        onClose={close}
        yes="Remove"
        onYes={() => {
          close()
          onRemove()
        }}
      />
    </li>
  )
}
