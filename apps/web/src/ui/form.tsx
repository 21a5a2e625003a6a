import { Form as BaseForm } from '@base-ui/react/form'
import { type ReactNode, type SubmitEvent, useMemo, useState } from 'react'

interface FieldMessage {
  path: string
  message: string
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** What a form asks of a schema; every schema of the contract provides it. */
interface Schema<Values> {
  safeParse(input: unknown): { success: true; data: Values } | { success: false; error: { issues: Issue[] } }
}

interface FormProps<Values> {
  schema: Schema<Values>
  onSubmit(values: Values): void
  /** What the server refused, field by field. */
  refused?: FieldMessage[]
  className?: string
  children: ReactNode
}

const NONE: FieldMessage[] = []

/**
 * A form that checks its named fields before it submits them. The first message of each field stands below it
 * until something is typed; the first wrong field takes the focus.
 */
export function Form<Values>({ schema, onSubmit, refused = NONE, className, children }: FormProps<Values>) {
  const [issues, setIssues] = useState<FieldMessage[] | null>(null)
  const errors = useMemo(() => firstByField(issues ?? refused), [issues, refused])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const result = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!result.success) return setIssues(result.error.issues.map(toMessage))
    setIssues(null)
    onSubmit(result.data)
  }

  return (
    <BaseForm errors={errors} onSubmit={submit} onChange={() => setIssues(NONE)} className={className}>
      {children}
    </BaseForm>
  )
}

const toMessage = ({ path, message }: Issue): FieldMessage => ({ path: path.join('.'), message })

function firstByField(messages: FieldMessage[]): Record<string, string> {
  return Object.fromEntries(messages.toReversed().map(({ path, message }) => [path, message]))
}
