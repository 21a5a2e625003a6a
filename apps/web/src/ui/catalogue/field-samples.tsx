import { Field, SearchField, Select } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { TitleField } from '../forms/title-field.tsx'
import { Samples } from './samples.tsx'

const anything = { safeParse: (data: unknown) => ({ success: true as const, data }) }
const refused = [{ path: 'refused', message: 'Invalid email address' }]
const roles = [
  { value: 'author', label: 'Author' },
  { value: 'editor', label: 'Editor' },
]

export function FieldSamples() {
  return (
    <Samples title="Fields">
      <Form schema={anything} refused={refused} onSubmit={() => {}} className="flex flex-col gap-4">
        <Field name="empty" label="Empty" placeholder="What goes here" />
        <Field name="filled" label="Filled" defaultValue="Wanjiru Kamau" hint="A line below the field" />
        <Field name="refused" label="Refused" defaultValue="not an address" />
        <Field name="disabled" label="Disabled" defaultValue="Cannot be changed" disabled />
        <TitleField name="title" label="Title" />
        <TitleField name="titled" label="Title" defaultValue="The Night Ferry" />
      </Form>
      <SearchField label="Search articles" />
      <Select label="Role" options={roles} />
      <Select label="Disabled role" options={roles} disabled />
    </Samples>
  )
}
