import { Form as BaseForm } from '@base-ui/react/form'
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { Problem } from './states.tsx'

interface FieldMessage {
  path: string
  message: string
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** The part of zod's interface that forms need, so that rules without zod can implement it. */
export interface Schema<Values> {
  safeParse(input: unknown): { success: true; data: Values } | { success: false; error: { issues: Issue[] } }
}

export interface FormProps<Values> {
  schema: Schema<Values>
  onSubmit(values: Values): void
  /** The server's field errors. */
  refused?: FieldMessage[]
  className?: string
  children: ReactNode
}

const NONE: FieldMessage[] = []

/**
 * A form that validates its named fields before submitting. The first error of each field is shown below it until
 * something is typed. The first invalid field takes the focus, after the server's errors too.
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

export interface CallFormProps<Values> extends Omit<FormProps<Values>, 'refused' | 'className'> {
  /** What the form calls: whether it runs, and which fields were refused. */
  call: { isPending: boolean; error?: { data?: { fields?: FieldMessage[] } | null } | null }
  /** Why the call failed, below the fields. */
  problem?: string | false | null | undefined
  /** The label of the button that submits. */
  submit: string
  button?: Pick<ComponentProps<typeof Button>, 'size' | 'ref' | 'autoFocus' | 'variant'>
  /** Buttons before and after that which submits. */
  before?: ReactNode
  after?: ReactNode
  /** What the form fills. Default: a part of a screen. */
  place?: keyof typeof PLACES
}

const PLACES = {
  card: { form: '', buttons: 'flex flex-col gap-4', size: 'lg' },
  dialog: { form: '', buttons: 'flex flex-wrap justify-end gap-2', size: 'md' },
  screen: { form: 'max-w-md', buttons: 'flex gap-2', size: 'md' },
} as const

/** A form that makes a call: its fields in a column, why the call failed, and its buttons. */
export function CallForm<Values>(props: CallFormProps<Values>) {
  const { call, problem, submit, button, before, after, place = 'screen', children, ...form } = props
  const look = PLACES[place]
  return (
    <Form {...form} refused={call.error?.data?.fields} className={`flex flex-col gap-4 ${look.form}`}>
      {children}
      <Problem>{problem}</Problem>
      <div className={look.buttons}>
        {before}
        <Button type="submit" variant="primary" size={look.size} isBusy={call.isPending} {...button}>
          {submit}
        </Button>
        {after}
      </div>
    </Form>
  )
}

const toMessage = ({ path, message }: Issue): FieldMessage => ({ path: path.join('.'), message })

function firstByField(messages: FieldMessage[]): Record<string, string> {
  return Object.fromEntries(messages.toReversed().map(({ path, message }) => [path, message]))
}

/** The values that a form did not show already. Only these are sent, so that what somebody else changes meanwhile stays. */
export const changesOf = <Values extends object>(values: Values, shown: Partial<Values>): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(shown[key as keyof Values]), // a field of both
    ),
  ) as Partial<Values>

/**
 * A schema made of the contract's schema-free rules, because zod is larger than a screen's code.
 * @param rules each returns an error message, or undefined when the value is valid
 */
export function fieldRules<Name extends string>(
  rules: Record<Name, (value: string) => string | undefined>,
): Schema<Record<Name, string>> {
  return {
    safeParse(input) {
      const values = input as Record<Name, string> // the form has these fields
      const issues = (Object.keys(rules) as Name[]).flatMap((name) => {
        const message = rules[name](values[name])
        return message === undefined ? [] : [{ path: [name], message }]
      })
      return issues.length === 0 ? { success: true, data: values } : { success: false, error: { issues } }
    },
  }
}
