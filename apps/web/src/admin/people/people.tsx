import type { Person } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { notify } from '../notify.ts'
import { ListSearch, Pager, usePagedSearch } from '../screen/list.tsx'
import { LoadedList } from '../screen/loaded.tsx'
import { Page } from '../screen/page.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'

const PAGE_SIZE = 50

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
  const { q, page, search, showPage } = usePagedSearch()
  const list = api.people.list.useQuery(
    { q, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, meta: { failure: { title: 'Failed to load the people' } } },
  )
  return (
    <>
      <ListSearch label="Search people" value={q} onSearch={search} />
      <LoadedList list={list} loading={<Loading label="Loading people..." lines={5} />}>
        {({ people, total }) => (
          <>
            <ShownPeople people={people} />
            <Pager page={page} isLast={page * PAGE_SIZE >= total} onChange={showPage} />
          </>
        )}
      </LoadedList>
    </>
  )
}

const ShownPeople = ({ people }: { people: Person[] }) =>
  people.length > 0 ? (
    <PeopleTable people={people} />
  ) : (
    <EmptyState title="No people found" help="A name that is new in a byline adds a person, too." />
  )

const PeopleTable = ({ people }: { people: Person[] }) => (
  <Table
    label="People"
    head={
      <>
        <HeadCell>Name</HeadCell>
        <HeadCell>Sorted as</HeadCell>
        <HeadCell numeric>Stories</HeadCell>
        <HeadCell>Actions</HeadCell>
      </>
    }
  >
    {people.map((person) => (
      <Row key={person.id} person={person} />
    ))}
  </Table>
)

function Row({ person }: { person: Person }) {
  const [opened, setOpened] = useState<'edit' | 'merge' | null>(null)
  const close = () => setOpened(null)
  const utils = api.useUtils()
  // Somebody else may have changed the person since the list was loaded.
  const edit = () => utils.people.list.invalidate().finally(() => setOpened('edit'))
  const { name, file_as, bio, picture_url, user_id, article_count, can_delete } = person
  return (
    <tr>
      <Cell className="min-w-48 wrap-anywhere">
        <span className="flex items-center gap-3">
          <Portrait url={picture_url} name={name} />
          <span className="min-w-0">
            <span className="font-medium">{name}</span>{' '}
            {user_id !== null && <Badge tone="neutral">account</Badge>}
            {bio && <span className="line-clamp-1 text-xs text-muted">{bio}</span>}
          </span>
        </span>
      </Cell>
      <Cell label="Sorted as" className="text-ink-2 wrap-anywhere">
        {file_as}
      </Cell>
      <Cell label="Stories" numeric>
        {article_count}
      </Cell>
      <Cell>
        <span className="flex gap-2">
          <Button size="sm" variant="secondary" aria-label={`Edit ${name}`} onClick={edit}>
            Edit
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Merge ${name}`}
            onClick={() => setOpened('merge')}
          >
            Merge
          </Button>
          {can_delete && <DeletePerson person={person} />}
        </span>
        {opened === 'edit' && <PersonDialog person={person} onClose={close} />}
        {opened === 'merge' && <MergeDialog person={person} onClose={close} />}
      </Cell>
    </tr>
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

/** Deletes somebody whom nothing names, after a question. */
function DeletePerson({ person: { id, name } }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const utils = api.useUtils()
  const remove = api.people.delete.useMutation({
    meta: { failure: { title: `${name} was not deleted` } },
    onSuccess() {
      notify({ kind: 'success', title: `${name} is deleted` })
      utils.people.invalidate()
    },
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Question
        open={isAsking}
        title={`Delete ${name}?`}
        description="No story names them. This cannot be undone."
        onClose={() => setAsking(false)}
        yes="Delete"
        isBusy={remove.isPending}
        onYes={() => remove.mutate({ id })}
      />
    </>
  )
}
