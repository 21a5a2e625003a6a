import { Form as BaseForm } from '@base-ui/react/form'
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'

interface FieldMessage {
  path: string
  message: string
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** What a form asks of a schema; every schema of the contract provides it. */
export interface Schema<Values> {
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
 * until something is typed; the first wrong field takes the focus, also when it is the server that refuses it.
 */
export function Form<Values>({ schema, onSubmit, refused = NONE, className, children }: FormProps<Values>) {
  const [issues, setIssues] = useState<FieldMessage[] | null>(null)
  const errors = useMemo(() => firstByField(issues ?? refused), [issues, refused])

  const form = useRef<HTMLFormElement>(null)
  const isSubmitted = useRef(false)
  useEffect(() => {
    if (!isSubmitted.current || refused.length === 0) return
    isSubmitted.current = false
    const fields = [...(form.current?.elements ?? [])].filter(
      (element) => element instanceof HTMLInputElement,
    )
    fields.find(({ name }) => refused.some(({ path }) => path === name))?.focus()
  }, [refused])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const result = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!result.success) return setIssues(result.error.issues.map(toMessage))
    setIssues(null)
    isSubmitted.current = true
    onSubmit(result.data)
  }

  return (
    <BaseForm
      ref={form}
      errors={errors}
      onSubmit={submit}
      onChange={() => setIssues(NONE)}
      className={className}
    >
      {children}
    </BaseForm>
  )
}

const toMessage = ({ path, message }: Issue): FieldMessage => ({ path: path.join('.'), message })

function firstByField(messages: FieldMessage[]): Record<string, string> {
  return Object.fromEntries(messages.toReversed().map(({ path, message }) => [path, message]))
}
