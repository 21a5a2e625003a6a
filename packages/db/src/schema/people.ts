import type { CreditRole } from '@nightdesk/contracts'
import type { Generated, GeneratedAlways } from 'kysely'

export interface PersonTables {
  people: {
    id: Generated<number>
    name: string
    sort_name: string | null
    /** The name as lists sort it. */
    file_as: GeneratedAlways<string>
    bio: Generated<string>
    picture_image_id: number | null
    links: Generated<string[]>
    user_id: number | null
  }
  merged_people: {
    id: number
    person_id: number
  }
  /** Of a version or of a working copy. */
  credits: {
    version_id: number | null
    working_copy_id: number | null
    position: number
    person_id: number
    role: CreditRole
  }
}
