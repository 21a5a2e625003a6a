import type { ImportItemState, ImportKind, ImportState } from '@nightdesk/contracts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from './columns.ts'
import type { PersonTables } from './people.ts'

export interface ImportTables {
  /** A file of another product that was brought in. */
  imports: {
    id: GeneratedAlways<number>
    file: string
    /** The key of an uploaded file; null when the command line reads it. */
    upload: string | null
    kind: ImportKind | null
    name: string | null
    /** Identifies the site that it comes from. */
    source: string | null
    imports_as: Generated<'draft' | 'original'>
    fetches_pictures: Generated<boolean>
    /** Whether pictures that the old site no longer has are looked for in the Wayback Machine. */
    wayback: Generated<boolean>
    with_tags: Generated<boolean>
    /** People who are credited in place of the authors of the source, by name. */
    credits: ColumnType<Record<string, number>, string | undefined, string>
    state: Generated<ImportState>
    failure: string | null
    made_by: number | null
    created_at: Instant
    finished_at: string | null
  }
  import_items: {
    id: GeneratedAlways<number>
    import_id: number
    position: number
    source: string
    key: string
    title: string
    summary: Json<ImportSummary>
    notes: Generated<string[]>
    state: Generated<ImportItemState>
    failure: string | null
    /** The number that its article gets. */
    number: number
    article_id: number | null
    version_id: number | null
    addresses: Generated<string[]>
    people: Generated<number[]>
  }
  import_people: {
    import_id: number
    key: string
    person_id: number
    is_new: boolean
    details: Json<ImportedDetails>
  }
  import_pictures: {
    import_id: number
    url: string
    image_id: number
  }
}

/** The columns of a person that an import filled. */
export type ImportedDetails = Partial<Pick<PersonTables['people'], 'sort_name' | 'picture_image_id'>> & {
  bio?: string
  links?: string[]
}

/** What comes along with an item. */
export interface ImportSummary {
  state: 'draft' | 'published' | 'archived'
  /** Instant. */
  published_at: string | null
  words: number
  /** In the text, and as its poster. */
  pictures: number
  tags: string[]
  authors: string[]
  /** A poster on the old site, which is copied after the text. */
  poster: { url: string; alt: string } | null
  /** Addresses of pictures on the old site, which lead to the copies. Imports of earlier releases have none. */
  old_pictures?: string[]
}
