import type { Person } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { ListSearch } from '../screen/list/list-search.tsx'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Pager } from '../screen/list/pager.tsx'
import { Page } from '../screen/page.tsx'
import { usePagedSearch } from '../screen/url/use-paged-search.ts'
import { PeopleTable } from './people-table.tsx'
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
