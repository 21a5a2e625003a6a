import { tagName, tagProblem } from '@nightdesk/contracts'
import { type ReactNode, useId } from 'react'
import { api } from '../../../../api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, Select } from '../../../../ui/forms/field.tsx'
import { fieldRules } from '../../../../ui/forms/field-rules.ts'
import { Form } from '../../../../ui/forms/form.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { countArticles } from './describe-bulk.ts'

interface TagDialogProps {
  /** Selected articles. */
  count: number
  onChoose(tag: string): void
  onClose(): void
}

/** Asks for a tag; existing ones are suggested. */
export function AddTagDialog({ count, ...on }: TagDialogProps) {
  const listId = useId()
  const known = api.articles.tags.useQuery({}).data ?? []
  return (
    <TagDialog title="Add a tag" description={`To ${countArticles(count)}.`} action="Add tag" {...on}>
      <Field name="tag" label="Tag" list={listId} autoComplete="off" />
      <datalist id={listId}>
        {known.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </TagDialog>
  )
}

/** Asks which of the tags of the selected articles goes. */
export function RemoveTagDialog({ count, tags, ...on }: TagDialogProps & { tags: string[] }) {
  const options = tags.map((name) => ({ value: name, label: name }))
  return (
    <TagDialog title="Remove a tag" description={`From ${countArticles(count)}.`} action="Remove tag" {...on}>
      <Select name="tag" label="Tag" className="h-10 w-full" options={options} />
    </TagDialog>
  )
}

interface TagFormProps extends Omit<TagDialogProps, 'count'> {
  title: string
  description: string
  /** Of the button. */
  action: string
  /** The field with the name `tag`. */
  children: ReactNode
}

const tagRule = fieldRules({ tag: (tag) => tagProblem(tagName(tag)) })

const TagDialog = ({ title, description, action, onChoose, onClose, children }: TagFormProps) => (
  <Dialog
    open
    role="dialog"
    title={title}
    description={description}
    onClose={onClose}
    body={
      <Form schema={tagRule} onSubmit={({ tag }) => onChoose(tagName(tag))} className="flex flex-col gap-4">
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit">{action}</Button>
        </div>
      </Form>
    }
  />
)
