import { oldAddressProblem, type Redirect, redirectTargetProblem } from '@nightdesk/contracts'
import { useId, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { fieldRules } from '../../ui/forms/field-rules.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { notify } from '../notify.ts'

interface RedirectDialogProps {
  /** The redirect to change. Default: a new one. */
  redirect?: Pick<Redirect, 'id' | 'path' | 'target'>
  /** The old address of a new one. */
  path?: string
  onClose(): void
}

/** Somebody may paste the whole address of a page of this site. */
const localPath = (target: string) => target.trim().replace(`${location.origin}/`, '/')

const schema = fieldRules({
  path: oldAddressProblem,
  target: (target) => redirectTargetProblem(localPath(target)),
})

/** Adds or changes a redirect. */
export function RedirectDialog({ redirect, path = '', onClose }: RedirectDialogProps) {
  const utils = api.useUtils()
  const options = {
    meta: { failure: { title: 'Failed to save the redirect' } },
    onSuccess() {
      void utils.redirects.invalidate()
      notify({ kind: 'success', title: 'Redirect saved' })
      onClose()
    },
  }
  const creating = api.redirects.create.useMutation(options)
  const updating = api.redirects.update.useMutation(options)
  const { error } = redirect ? updating : creating
  const save = (values: { path: string; target: string }) => {
    const change = { path: values.path, target: localPath(values.target) }
    if (redirect) updating.mutate({ id: redirect.id, ...change })
    else creating.mutate(change)
  }
  return (
    <Dialog
      open
      role="dialog"
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      description="Readers who follow the old address get to the page that it leads to."
      onClose={onClose}
      body={
        <Form schema={schema} refused={error?.data?.fields} onSubmit={save} className="flex flex-col gap-4">
          <Field
            name="path"
            label="Old address"
            defaultValue={redirect?.path ?? path}
            hint="Such as /2019/05/the-ferry, or the whole address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TargetField defaultValue={redirect?.target} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" isBusy={creating.isPending || updating.isPending}>
              Save
            </Button>
          </div>
        </Form>
      }
    />
  )
}

const MOST_SUGGESTED = 8

/** A path, which stories are suggested for while their title is typed. */
function TargetField({ defaultValue }: { defaultValue: string | undefined }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const q = typed.trim().startsWith('/') ? undefined : typed.trim() || undefined
  const stories = api.articles.list.useQuery(
    { q, state: 'published', limit: MOST_SUGGESTED },
    { placeholderData: (last) => last },
  )
  return (
    <>
      <Field
        name="target"
        label="Leads to"
        defaultValue={defaultValue}
        hint="Type the title of a story to choose it, or a path such as /tag/climate"
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {stories.data?.map(({ id, title }) => (
          <option key={id} value={paths.article(id)}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}
