import { z } from 'zod'
import { endpoint, ofEditors, ofWriters } from '../endpoint.ts'
import { id, pageOf, paging, refuse, requiredName, text } from '../fields.ts'
import { MAX_BIO, MAX_PERSON_LINKS, MAX_PERSON_NAME, personLinkProblem } from '../rules/people.ts'

/** Somebody who writes, translates, draws, narrates or edits, with or without an account. */
const person = z
  .object({
    id,
    name: z.string(),
    /** The name to sort by that somebody gave; null while it is made from the name. */
    sort_name: z.string().nullable(),
    /** The name as lists sort it: “Okoth, Imani”. */
    file_as: z.string(),
    bio: z.string(),
    picture_image_id: id.nullable(),
    picture_url: z.string().nullable(),
    links: z.array(z.string()),
    /** Their account, or null. */
    user_id: id.nullable(),
    /** Articles outside the trash whose newest version names them. */
    article_count: z.int(),
    /** Whether no version and no unsaved work names them, and they have no account. */
    can_delete: z.boolean(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof person>

const personList = z.object({
  people: z.array(person),
  /** Those that match, on all pages. */
  total: z.int(),
})

const name = requiredName('Name', MAX_PERSON_NAME)
const details = {
  sort_name: requiredName('Name to sort by', MAX_PERSON_NAME).nullish().describe('Null: made from the name'),
  bio: text('Bio', MAX_BIO).optional(),
  links: z
    .array(z.string('A link must be text').trim().superRefine(refuse(personLinkProblem)))
    .max(MAX_PERSON_LINKS, `At most ${MAX_PERSON_LINKS} links`)
    .optional(),
}

export const people = {
  list: endpoint('GET /admin/people', {
    ...ofWriters,
    summary:
      'People who can be named in a byline, by name; with a search, the names that begin with it first',
    input: z.object({
      q: paging.q.describe('Part of the name'),
      user: z.enum(['me']).optional().describe('Only the person of the caller'),
      ...pageOf('People', 50),
    }),
    output: personList,
  }),
  create: endpoint('POST /admin/people', {
    ...ofWriters,
    summary: 'Add a person, of whom the site may have several with one name',
    input: z.object({ name, ...details }),
    output: person,
    status: 201,
  }),
  update: endpoint('PUT /admin/people/:id', {
    ...ofWriters,
    summary: 'Change a person; authors only themselves',
    input: z.object({
      id,
      name: name.optional(),
      ...details,
      picture_image_id: id.nullish().describe('As the upload answered it. Null: none'),
    }),
    output: person,
  }),
  merge: endpoint('POST /admin/people/:id/merge', {
    ...ofEditors,
    summary:
      'Make two people one: another gets the credits and the account of this one, and what it lacks of its page, and ' +
      'its address leads there. Two people with accounts are refused with 409',
    input: z.object({ id, into: id }),
    output: person,
  }),
  delete: endpoint('DELETE /admin/people/:id', {
    access: 'editor',
    summary: 'Delete a person. One who is named in a byline, or has an account, is refused with 409',
  }),
}
