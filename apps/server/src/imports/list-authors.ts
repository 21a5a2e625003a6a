import type { ImportAuthor } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'

const MOST = 500

/** The authors whom the items of an import name, with the people who are credited in their place. */
export async function listAuthors(db: Db, importId: number): Promise<ImportAuthor[]> {
  const { rows } = await sql<{ name: string; items: number; person_id: number | null; person_name: string }>`
    with authors as (
      select author as name, count(*) as items
      from import_items, jsonb_array_elements_text(summary -> 'authors') author
      where import_id = ${importId} and btrim(author) <> ''
      group by author order by items desc, author limit ${MOST}
    )
    select authors.name, items, person.id as person_id, person.name as person_name
    from authors
    left join lateral (
      select people.id, people.name from people, imports
      where imports.id = ${importId} and (
        people.id = (credits ->> authors.name)::bigint
        or lower(people.name) = lower(regexp_replace(btrim(authors.name), '\\s+', ' ', 'g'))
      )
      order by people.id = (credits ->> authors.name)::bigint desc nulls last, people.id
      limit 1
    ) person on true
    order by items desc, authors.name`.execute(db)
  return rows.map(({ name, items, person_id, person_name }) => ({
    name,
    items,
    person: person_id === null ? null : { id: person_id, name: person_name },
  }))
}
