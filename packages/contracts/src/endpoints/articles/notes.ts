import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { done, id, instant, requiredText, text } from '../../fields.ts'
import { NOTE_LIMITS } from '../../rules/note-rules.ts'

const anchor = {
  quote: text('Quote', NOTE_LIMITS.quote).describe(
    'The words that the note is about; empty for the whole story',
  ),
  prefix: text('Prefix', NOTE_LIMITS.context).describe('The text before the quote'),
  suffix: text('Suffix', NOTE_LIMITS.context).describe('The text after the quote'),
}

/** A note of a reader of a preview. */
export const note = z.object({
  id,
  name: z.string(),
  text: z.string(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  suggestion: z.string().nullable(),
  created_at: instant,
  /** When its words were changed or removed; null while they are in the newest version. */
  lost_at: instant.nullable(),
  resolved_at: instant.nullable(),
  resolved_by_name: z.string().nullable(),
})
export type Note = z.infer<typeof note>

const oneNote = z.object({ id, note_id: id })

export const notes = {
  create: endpoint('POST /api/previews/:token/notes', {
    access: 'public',
    summary: 'Leave a note on a previewed article, without an account',
    input: z.object({
      token: text('Token', 100),
      name: requiredText('Name', NOTE_LIMITS.name),
      text: requiredText('Note', NOTE_LIMITS.text),
      ...anchor,
      suggestion: text('Suggestion', NOTE_LIMITS.suggestion)
        .nullish()
        .describe('Words to put in place of the quote'),
      version_id: id.optional().describe('The version that the page showed. Absent: the newest'),
    }),
    output: z.object({ id, created_at: instant }),
    reply: 'data',
    status: 201,
  }),
  list: endpoint('GET /admin/articles/:id/notes', {
    access: 'author',
    summary: 'The notes of readers of an article’s previews, oldest first; they outlive the preview links',
    input: z.object({ id }),
    output: z.array(note),
    reply: 'data',
    background: true,
  }),
  resolve: endpoint('POST /admin/articles/:id/notes/:note_id/resolve', {
    access: 'author',
    summary: 'Mark a note as done',
    input: oneNote,
    output: done,
    reply: 'empty',
  }),
  reopen: endpoint('POST /admin/articles/:id/notes/:note_id/reopen', {
    access: 'author',
    summary: 'Mark a note as not done again',
    input: oneNote,
    output: done,
    reply: 'empty',
  }),
}
