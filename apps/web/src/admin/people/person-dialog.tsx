import { MAX_BIO, type Person, people, personLinkProblem, textProblem } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Progress } from '../../ui/meter.tsx'
import { uploadImage } from '../../upload.ts'
import { notify } from '../notify.ts'

interface PersonDialogProps {
  /** Null for a new one. */
  person: Person | null
  onClose(): void
}

/** The form of a person: name, picture, bio and links. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { save, call } = useSave(person, onClose)
  const [bio, setBio] = useState(person?.bio ?? '')
  const [links, setLinks] = useState(person?.links.join('\n') ?? '')
  const [picture, setPicture] = useState(pictureOf(person))
  const refused = call.error?.data?.fields
  const problemOf = (name: string) => refused?.find(({ path }) => path.startsWith(name))?.message
  return (
    <FormDialog
      width="text"
      title={person?.name ?? 'New Person'}
      description="Readers see the name in bylines, and the rest on the page of this person."
      schema={schemaWith(bio, links)}
      call={call}
      onSubmit={(values) => save({ ...values, picture_image_id: picture?.image_id ?? null })}
      submit={person ? 'Save' : 'Create Person'}
      onClose={onClose}
    >
      <Field name="name" label="Name" defaultValue={person?.name} autoComplete="off" />
      <Field
        name="sort_name"
        label="Sorted as"
        defaultValue={person?.sort_name ?? ''}
        placeholder={person?.file_as}
        autoComplete="off"
        hint="Leave it empty to sort by the last word of the name."
      />
      {person && <PictureField value={picture} onChange={setPicture} />}
      <TextArea
        name="bio"
        label="Bio"
        value={bio}
        rows={4}
        hint="Plain text. An empty line begins a new paragraph."
        problem={problemOf('bio') ?? textProblem('Bio', bio, MAX_BIO)}
        onChange={setBio}
      />
      <TextArea
        name="links"
        label="Links"
        value={links}
        rows={2}
        placeholder="https://…"
        hint="One address on each line."
        problem={problemOf('links') ?? linesOf(links).map(personLinkProblem).find(Boolean)}
        onChange={setLinks}
      />
    </FormDialog>
  )
}

/** Texts that grow are fields with a state of their own. */
const schemaWith = (bio: string, links: string) => ({
  safeParse: ({ name, sort_name }: { name?: unknown; sort_name?: unknown }) =>
    people.create.input.safeParse({ name, sort_name: sort_name || null, bio, links: linesOf(links) }),
})

const linesOf = (links: string) => links.split('\n').flatMap((line) => line.trim() || [])

const pictureOf = (person: Person | null): PersonPicture | null =>
  person?.picture_image_id && person.picture_url
    ? { image_id: person.picture_image_id, url: person.picture_url }
    : null

/** The fields that differ, so that what somebody else changes meanwhile stays. */
const changesOf = <Changes extends Partial<Person>>(before: Person, after: Changes): Partial<Changes> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Person]), // a field of both
    ),
  ) as Partial<Changes>

type Values = Parameters<ReturnType<typeof api.people.create.useMutation>['mutate']>[0]

function useSave(person: Person | null, onClose: () => void) {
  // The list goes on being refetched below the dialog.
  const [opened] = useState(person)
  const utils = api.useUtils()
  const options = {
    meta: { failure: 'The person was not saved' },
    onSuccess({ name }: Person) {
      notify({ kind: 'success', title: `${name} is saved` })
      utils.people.invalidate()
      onClose()
    },
  }
  const create = api.people.create.useMutation(options)
  const update = api.people.update.useMutation(options)
  return {
    save({ picture_image_id, ...values }: Values & { picture_image_id: number | null }) {
      if (opened) update.mutate({ id: opened.id, ...changesOf(opened, { ...values, picture_image_id }) })
      else create.mutate(values)
    },
    call: person ? update : create,
  }
}

interface PersonPicture {
  image_id: number
  url: string
}

interface PictureFieldProps {
  value: PersonPicture | null
  onChange(picture: PersonPicture | null): void
}

/** The picture of a person, which is uploaded when it is chosen and belongs to them when the form is saved. */
function PictureField({ value, onChange }: PictureFieldProps) {
  const labelId = useId()
  const upload = useMutation({ mutationFn: (file: File) => uploadImage(file), onSuccess: onChange })

  return (
    <fieldset aria-labelledby={labelId} className="flex flex-col gap-1">
      <p id={labelId} className="text-sm font-medium">
        Picture
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value && <img src={value.url} alt="" className="size-16 rounded-full bg-sunken object-cover" />}
        <FileButton
          label={value ? 'Replace image' : 'Choose image'}
          accept="image/*"
          onChoose={(file) => upload.mutate(file)}
        />
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
      {upload.isPending && <Progress label="Upload" value={null} />}
      {upload.isError && (
        <p role="alert" className="text-xs text-danger">
          {upload.error.message}
        </p>
      )}
    </fieldset>
  )
}
