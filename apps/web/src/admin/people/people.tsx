import type { Person } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { notify } from '../notify.ts'
import { ListSearch, usePagedSearch } from '../screen/list.tsx'
import { ListTable } from '../screen/loaded.tsx'
import { Page } from '../screen/page.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'

/** The people whom bylines name, with and without an account. */
export function People() {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="People"
      actions={<Button onClick={() => setAdding(true)}>New Person</Button>}
      intro="Everybody whom a byline names: authors, translators, artists, narrators and editors. They need no account."
      onlyFor="editors"
    >
      <PeopleList />
      {isAdding && <PersonDialog person={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function PeopleList() {
  const { q, page, limit, search, pager } = usePagedSearch()
  const list = api.people.list.useQuery(
    { q, page, limit },
    { placeholderData: keepPreviousData, meta: { failure: 'Failed to load the people' } },
  )
  return (
    <>
      <ListSearch label="Search people" value={q} onSearch={search} />
      <ListTable
        label="People"
        query={list}
        loading={<Loading label="Loading people..." lines={5} />}
        rowsOf={({ people }) => people}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={{ title: 'No people found', help: 'A name that is new in a byline adds a person, too.' }}
        pager={({ total }) => pager(total)}
      />
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
  { name: 'Actions', isUnnamed: true, cell: (person) => <Actions person={person} /> },
]

function Actions({ person }: { person: Person }) {
  const [opened, setOpened] = useState<'edit' | 'merge' | null>(null)
  const close = () => setOpened(null)
  const utils = api.useUtils()
  // Somebody else may have changed the person since the list was loaded.
  const edit = () => utils.people.list.invalidate().finally(() => setOpened('edit'))
  const { name } = person
  return (
    <>
      <span className="flex gap-2">
        <Button size="sm" variant="secondary" aria-label={`Edit ${name}`} onClick={edit}>
          Edit
        </Button>
        <Button size="sm" variant="secondary" aria-label={`Merge ${name}`} onClick={() => setOpened('merge')}>
          Merge
        </Button>
        {person.can_delete && <DeletePerson person={person} />}
      </span>
      {opened === 'edit' && <PersonDialog person={person} onClose={close} />}
      {opened === 'merge' && <MergeDialog person={person} onClose={close} />}
    </>
  )
}

/** A small picture of a person, or their first letter. */
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

/** Deletes somebody whom nothing names. */
function DeletePerson({ person: { id, name } }: { person: Person }) {
  const utils = api.useUtils()
  const remove = api.people.delete.useMutation({
    meta: { failure: `${name} was not deleted` },
    onSuccess() {
      notify({ kind: 'success', title: `${name} is deleted` })
      utils.people.invalidate()
    },
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
    >
      Delete
    </ConfirmButton>
  )
}
