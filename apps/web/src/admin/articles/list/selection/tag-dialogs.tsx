import { tagName, tagProblem } from '@nightdesk/contracts'
import { useId } from 'react'
import { api } from '../../../../api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, Select } from '../../../../ui/forms/field.tsx'
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
export function AddTagDialog({ count, onChoose, onClose }: TagDialogProps) {
  const listId = useId()
  const known = api.articles.tags.useQuery({}).data ?? []
  return (
    <Dialog
      open
      role="dialog"
      title="Add a tag"
      description={`To ${countArticles(count)}.`}
      onClose={onClose}
      body={
        <Form schema={tagSchema} onSubmit={onChoose} className="flex flex-col gap-4">
          <Field name="tag" label="Tag" list={listId} autoComplete="off" />
          <datalist id={listId}>
            {known.map(({ slug, name }) => (
              <option key={slug} value={name} />
            ))}
          </datalist>
          <Buttons label="Add tag" onClose={onClose} />
        </Form>
      }
    />
  )
}

/** Asks which of the tags of the selected articles goes. */
export function RemoveTagDialog({ count, tags, onChoose, onClose }: TagDialogProps & { tags: string[] }) {
  return (
    <Dialog
      open
      role="dialog"
      title="Remove a tag"
      description={`From ${countArticles(count)}.`}
      onClose={onClose}
      body={
        <Form schema={tagSchema} onSubmit={onChoose} className="flex flex-col gap-4">
          <Select
            name="tag"
            label="Tag"
            className="h-10 w-full"
            options={tags.map((name) => ({ value: name, label: name }))}
          />
          <Buttons label="Remove tag" onClose={onClose} />
        </Form>
      }
    />
  )
}

const Buttons = ({ label, onClose }: { label: string; onClose(): void }) => (
  <div className="flex flex-wrap justify-end gap-2">
    <Button variant="secondary" onClick={onClose}>
      Close
    </Button>
    <Button type="submit">{label}</Button>
  </div>
)

/** The rules of the contract, without its schemas. */
const tagSchema = {
  safeParse(input: unknown) {
    const data = tagName((input as { tag: string }).tag) // the form has this named field
    const message = tagProblem(data)
    if (message === undefined) return { success: true as const, data }
    return { success: false as const, error: { issues: [{ path: ['tag'], message }] } }
  },
}
