import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, instant, nothing } from '../fields.ts'
import { EXPORT_STATES } from '../rules/choices.ts'
import { oneTimeLink } from '../rules/one-time-links.ts'

/** Hours until the file of an export is deleted. */
export const EXPORT_HOURS = 24
/** Minutes in which a link to a file begins a download. */
export const EXPORT_LINK_MINUTES = 5
/** Files that may wait to be downloaded: each is as large as the site. */
export const MAX_EXPORTS = 3

const count = z.int().min(0)

const choices = {
  /** Whether the e-books of the published stories are in it. */
  ebooks: z.boolean(),
  /** Whether all versions of the stories are in it, with their pictures. */
  versions: z.boolean(),
  /** Whether the views of each story and day are in it. */
  analytics: z.boolean(),
}

export const exportSummary = z
  .object({
    id,
    state: z.enum(EXPORT_STATES),
    /** Why there is no file, as a sentence; null unless the state is `failed`. */
    failure: z.string().nullable(),
    ...choices,
    /** Stories that are written; null unless the state is `running`. */
    progress: z.object({ done: count, total: count }).nullable(),
    /** Null until there is a file. */
    contents: z
      .object({
        bytes: count,
        stories: count,
        /** Stories of which the export has the published text, as their newer one is not public. */
        unpublished_changes: count,
        pictures: count,
        /** Pictures that the storage lacks. */
        missing_pictures: count,
      })
      .nullable(),
    /** Null for an account that is gone. */
    made_by_name: z.string().nullable(),
    created_at: instant,
    /** When the file is deleted; null until there is one. */
    expires_at: instant.nullable(),
  })
  .meta({ id: 'Export' })
export type Export = z.infer<typeof exportSummary>

export const exports = {
  list: endpoint('GET /admin/exports', {
    access: 'admin',
    summary: 'The exports of the last 30 days, the newest first',
    input: nothing,
    output: z.array(exportSummary),
    reply: 'data',
    background: true,
  }),
  create: endpoint('POST /admin/exports', {
    access: 'admin',
    needsConfirmation: true,
    summary: `Queue an export of all stories as a zip file; 409 while one is made, or ${MAX_EXPORTS} wait to be downloaded`,
    input: z.object({
      ebooks: choices.ebooks.default(false),
      versions: choices.versions.default(false),
      analytics: choices.analytics.default(false),
    }),
    output: exportSummary,
    reply: 'data',
    status: 202,
  }),
  link: endpoint('POST /admin/exports/:id/link', {
    access: 'admin',
    needsConfirmation: true,
    summary:
      'Make a link that begins a download in a browser within five minutes, while the session that made it lasts',
    input: z.object({ id }),
    output: oneTimeLink,
    reply: 'data',
    status: 201,
  }),
  remove: endpoint('DELETE /admin/exports/:id', {
    access: 'admin',
    summary: 'Delete an export with its file, or cancel one that is made',
    input: z.object({ id }),
    output: done,
    reply: 'empty',
  }),
}
