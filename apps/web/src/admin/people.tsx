import {
  MAX_BIO,
  MAX_PERSON_LINKS,
  type Person,
  people,
  personLinkProblem,
  textProblem,
} from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, explain } from '../api.ts'
import { formatCount } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton, Dialog, FormDialog } from '../ui/dialog.tsx'
import { Field, SearchField, TextArea } from '../ui/field.tsx'
import { changesOf } from '../ui/form.tsx'
import { Problem } from '../ui/states.tsx'
import { actions, type Column } from '../ui/table.tsx'
import { notify } from './notify.ts'
import { MODAL } from './screen/focus-mode.ts'
import { LeaveGuard } from './screen/leave-guard.tsx'
import { ListSearch, paged, usePagedSearch } from './screen/list.tsx'
import { ListTable } from './screen/loaded.tsx'
import { Page } from './screen/page.tsx'
import { type ChosenPicture, PictureField } from './screen/picture-field.tsx'
import { useIsSendingPicture } from './screen/use-upload.ts'
import { KeepOpen } from './second-factors/sign-in-here.tsx'

export function People() {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="People"
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          New Person
        </Button>
      }
      intro="Everybody whom a byline names: authors, translators, artists, narrators and editors. They need no account."
    >
      <PeopleList />
      {isAdding && <PersonDialog person={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function PeopleList() {
  const { q, page, limit, search, pager, emptyOf } = usePagedSearch()
  const list = api.people.list.useQuery({ q, page, limit }, paged('Failed to load the people'))
  // Here and not in its row, which leaves the list when somebody else renames or merges the person.
  const [opened, setOpened] = useState<{ person: Person; Dialog: typeof PersonDialog | typeof MergeDialog }>()
  /** Whom somebody wanted to edit last. */
  const wanted = useRef<number>(undefined)
  async function edit({ id }: Person) {
    wanted.current = id
    // Somebody else may have changed the person since the list was loaded.
    const { data } = await list.refetch()
    const person = data?.people.find((one) => one.id === id)
    if (person && wanted.current === id && !document.querySelector(MODAL))
      setOpened({ person, Dialog: PersonDialog })
  }
  const buttons = actions<Person>((person) => (
    <span className="flex gap-2">
      <Button size="sm" aria-label={`Edit ${person.name}`} onClick={() => edit(person)}>
        Edit
      </Button>
      <Button
        size="sm"
        aria-label={`Merge ${person.name}`}
        onClick={() => setOpened({ person, Dialog: MergeDialog })}
      >
        Merge
      </Button>
      {person.can_delete && <DeletePerson person={person} />}
    </span>
  ))
  return (
    <>
      <ListSearch label="Search people" value={q} onSearch={search} />
      <ListTable
        label="People"
        query={list}
        loading="Loading people..."
        rowsOf={({ people }) => people}
        keyOf={({ id }) => id}
        columns={[...COLUMNS, buttons]}
        empty={emptyOf({
          title: 'No people found',
          help: 'A name that is new in a byline adds a person, too.',
        })}
        pager={({ total }) => pager(total)}
      />
      {opened && <opened.Dialog person={opened.person} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const COLUMNS: readonly Column<Person>[] = [
  {
    name: 'Name',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ name, bio, picture_url, user_id }) => (
      <span className="flex items-center gap-3">
        <Portrait url={picture_url} name={name} />
        <span className="min-w-0">
          <span className="font-medium">{name}</span>{' '}
          {user_id !== null && <Badge tone="neutral">account</Badge>}
          {bio && <span className="line-clamp-1 text-xs text-muted">{bio}</span>}
        </span>
      </span>
    ),
  },
  { name: 'Sorted as', className: 'text-ink-2 wrap-anywhere', cell: ({ file_as }) => file_as },
  { name: 'Stories', numeric: true, cell: ({ article_count }) => article_count },
]

const Portrait = ({ url, name }: { url: string | null; name: string }) =>
  url ? (
    <img src={url} alt="" className="size-9 shrink-0 rounded-full bg-sunken object-cover" />
  ) : (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken font-serif text-ink-2"
    >
      {[...name][0]}
    </span>
  )

function DeletePerson({ person: { id, name } }: { person: Person }) {
  const utils = api.useUtils()
  const remove = api.people.delete.useMutation({
    meta: { failure: `${name} was not deleted` },
    onSuccess: () => notify({ title: `${name} is deleted` }),
    onSettled: () => void utils.people.invalidate(),
  })
  return (
    <ConfirmButton
      size="sm"
      aria-label={`Delete ${name}`}
      isBusy={remove.isPending}
      question={{
        title: `Delete ${name}?`,
        description: 'No story names them. This cannot be undone.',
        yes: 'Delete',
      }}
      onConfirm={() => remove.mutate({ id })}
    />
  )
}

interface MergeDialogProps {
  person: Person
  onClose(): void
}

function MergeDialog({ person, onClose }: MergeDialogProps) {
  const [typed, setTyped] = useState('')
  const [into, setInto] = useState<Person | null>(null)
  const utils = api.useUtils()
  const found = api.people.list.useQuery(
    { q: typed.trim() || undefined, limit: 8 },
    { placeholderData: keepPreviousData },
  )
  const others = (found.data?.people ?? []).filter(({ id }) => id !== person.id)
  const merge = api.people.merge.useMutation({
    onSuccess({ name }) {
      notify({ title: `${person.name} is ${name} now` })
      utils.people.invalidate()
    },
  })
  const reason = merge.error ?? found.error
  return (
    <Dialog
      open
      role="dialog"
      title={`Merge ${person.name}`}
      description="Their stories will name the person whom you choose, in all versions, and the address of their page will lead there. This cannot be undone."
      onClose={onClose}
      body={
        <div className="flex flex-col gap-3">
          <SearchField
            label="Search people"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <fieldset className="flex flex-col gap-1">
            <legend className="sr-only">Merge with</legend>
            {others.map((other) => (
              <label key={other.id} className="flex min-h-9 items-center gap-3 wrap-anywhere">
                <input
                  type="radio"
                  name="into"
                  checked={into?.id === other.id}
                  onChange={() => setInto(other)}
                />
                <span>{other.name}</span>
                <span className="ml-auto shrink-0 text-xs text-muted">
                  {formatCount(other.article_count, 'story', 'stories')}
                </span>
              </label>
            ))}
            {found.data && others.length === 0 && <p className="text-muted">Nobody has such a name.</p>}
          </fieldset>
          <Problem isSmall>{reason && explain(reason)}</Problem>
        </div>
      }
    >
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={!into}
        isBusy={merge.isPending}
        onClick={() => into && merge.mutate({ id: person.id, into: into.id }, { onSuccess: onClose })}
      >
        {into ? `Merge with ${into.name}` : 'Merge'}
      </Button>
    </Dialog>
  )
}

interface PersonDialogProps {
  /** Null for a new one. */
  person: Person | null
  onClose(): void
}

function PersonDialog({ person, onClose }: PersonDialogProps) {
  const [bio, setBio] = useState(person?.bio ?? '')
  const [links, setLinks] = useState(person?.links.join('\n') ?? '')
  const [picture, setPicture] = useState(pictureOf(person))
  const isSending = useIsSendingPicture()
  const [isRenamed, setRenamed] = useState(false)
  const isChanged =
    isRenamed ||
    bio !== (person?.bio ?? '') ||
    links !== (person?.links.join('\n') ?? '') ||
    picture?.image_id !== pictureOf(person)?.image_id
  const utils = api.useUtils()
  const options = {
    meta: { failure: 'The person was not saved' },
    onSuccess({ name }: Person) {
      notify({ title: `${name} is saved` })
      utils.people.invalidate()
    },
  }
  const create = api.people.create.useMutation(options)
  const update = api.people.update.useMutation(options)
  const call = person ? update : create
  const problemOf = (name: string) =>
    call.error?.data?.fields?.find(({ path }) => path.startsWith(name))?.message
  function save(values: Values) {
    if (!person) return create.mutate(values, { onSuccess: onClose })
    const changes = changesOf({ ...values, picture_image_id: picture?.image_id ?? null }, person)
    update.mutate({ id: person.id, ...changes }, { onSuccess: onClose })
  }
  return (
    <>
      <KeepOpen isUnsaved />
      <FormDialog
        width="text"
        title={person?.name ?? 'New Person'}
        description="Readers see the name in bylines, and the rest on the page of this person."
        schema={schemaWith(bio, links)}
        call={{ ...call, isPending: call.isPending || isSending }}
        onSubmit={save}
        submit={person ? 'Save' : 'Create Person'}
        onClose={onClose}
      >
        <LeaveGuard isLosing={isChanged} description="What you have changed is lost." />
        <Field
          name="name"
          label="Name"
          defaultValue={person?.name}
          autoComplete="off"
          onChange={() => setRenamed(true)}
        />
        <Field
          name="sort_name"
          label="Sorted as"
          defaultValue={person?.sort_name ?? ''}
          placeholder={person?.file_as}
          autoComplete="off"
          hint="Leave it empty to sort by the last word of the name."
          onChange={() => setRenamed(true)}
        />
        {person && <PictureField label="Picture" shape="circle" value={picture} onChange={setPicture} />}
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
          problem={problemOf('links') ?? linksProblem(linesOf(links))}
          onChange={setLinks}
        />
      </FormDialog>
    </>
  )
}

/** Texts that grow are fields with a state of their own. */
const schemaWith = (bio: string, links: string) => ({
  safeParse: ({ name, sort_name }: { name?: unknown; sort_name?: unknown }) =>
    people.create.input.safeParse({ name, sort_name: sort_name || null, bio, links: linesOf(links) }),
})

/** Every rule of the schema, as a form that is refused without a reason cannot be sent. */
const linksProblem = (links: string[]) =>
  links.length > MAX_PERSON_LINKS
    ? `At most ${MAX_PERSON_LINKS} links`
    : links.map(personLinkProblem).find(Boolean)

const linesOf = (links: string) => links.split('\n').flatMap((line) => line.trim() || [])

const pictureOf = (person: Person | null): ChosenPicture | null =>
  person?.picture_image_id && person.picture_url
    ? { image_id: person.picture_image_id, url: person.picture_url }
    : null

type Values = Parameters<ReturnType<typeof api.people.create.useMutation>['mutate']>[0]
