import type { AdminArticle, FieldError } from '@nightdesk/contracts'
import { type ChangeEvent, useState } from 'react'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Choice, Field } from '../../../ui/field.tsx'
import { useSchedule } from './schedule.tsx'
import { type LocalTime, nextHour, toInstant, toLocalTime, zoneAt } from './schedule-times.ts'

interface ScheduleDialogProps {
  article: AdminArticle
  onClose(): void
}

export function ScheduleDialog({ article, onClose }: ScheduleDialogProps) {
  const { schedule, refused, isPending } = useSchedule(article.id)
  const { version_number: newest, scheduled_version_number } = article
  const [isFrozen, setFrozen] = useState(scheduled_version_number !== null)
  // Another time does not change what goes out.
  const frozen = scheduled_version_number ?? newest
  return (
    <FormDialog
      title="Schedule publication"
      description="What was saved last until then goes out at that time."
      schema={timeSchema(article.scheduled_at)}
      call={{ isPending, error: { data: { fields: refused?.map(asDate) } } }}
      onSubmit={(publish_at) => schedule(publish_at, isFrozen ? frozen : undefined, onClose)}
      submit="Schedule"
      onClose={onClose}
    >
      <TimeFields initial={article.scheduled_at} />
      <Choice
        type="checkbox"
        label={`Freeze version ${frozen}`}
        hint={
          frozen === newest
            ? 'What is saved after this does not go out with it.'
            : `Version ${newest}, the newest, does not go out with it.`
        }
        checked={isFrozen}
        onChange={() => setFrozen(!isFrozen)}
      />
    </FormDialog>
  )
}

/**
 * Date and time in the viewer’s time zone. The zone is shown with the offset at that time, as daylight saving may
 * change it.
 */
function TimeFields({ initial }: { initial: string | null }) {
  const [proposed] = useState(() => toLocalTime(initial ?? nextHour()))
  const [chosen, setChosen] = useState(proposed)
  const choose = ({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement>) =>
    setChosen((before) => ({ ...before, [name]: value }))
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="date" label="Date" type="date" defaultValue={proposed.date} onChange={choose} />
        <Field name="time" label="Time" type="time" defaultValue={proposed.time} onChange={choose} />
      </div>
      <p className="text-xs text-muted">Your time zone: {zoneAt(toInstant(chosen, initial))}</p>
    </>
  )
}

/** The server reports errors of `publish_at`, the form has two fields for it. */
const asDate = ({ message }: FieldError) => ({ path: 'date', message })

/** Whether the time is in the past is checked by the server, with its own clock. */
const timeSchema = (initial: string | null) => ({
  safeParse(input: unknown) {
    const fields = input as LocalTime // the form has these two named fields
    const data = toInstant(fields, initial)
    if (data !== undefined) return { success: true as const, data }
    // A year of five digits is a date, but none that can be read.
    const path = [fields.date && !fields.time ? 'time' : 'date']
    return { success: false as const, error: { issues: [{ path, message: `Choose a ${path}` }] } }
  },
})
