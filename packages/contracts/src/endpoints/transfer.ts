import { z } from 'zod'
import { endpoint, ofAdmins } from '../endpoint.ts'
import { count, id, instant, pageOf, refuse, text } from '../fields.ts'
import {
  EXPORT_STATES,
  IMPORT_ADDRESS_KINDS,
  IMPORT_ADDRESS_PROBLEMS,
  IMPORT_ITEM_STATES,
  IMPORT_KINDS,
  IMPORT_STATES,
} from '../rules/choices.ts'
import { LOSS_KINDS } from '../rules/losses.ts'
import { type OldAddressLead, oldSite, oldSiteProblem } from '../rules/old-address.ts'
import { MAX_URL_LENGTH } from '../rules/paths.ts'
import { oneTimeLink } from './accounts.ts'

const importChoices = {
  /** Everything as a draft, or drafts and published stories as they were. */
  imports_as: z.enum(['draft', 'original']),
  /** Whether pictures that are on the old site only are copied. Those in the file always come along. */
  fetches_pictures: z.boolean(),
  /** Whether the Wayback Machine is asked once for each picture that the old site no longer has. */
  wayback: z.boolean(),
  with_tags: z.boolean(),
}

export const importSummary = z
  .object({
    id,
    /** The name of the file. */
    file: z.string(),
    /** Null until the file is recognised, like `name`. */
    kind: z.enum(IMPORT_KINDS).nullable(),
    /** The title of the old site, or the name of the file. */
    name: z.string().nullable(),
    /** The address of the old site, as somebody said it; empty where the file lacks it, and null where it is not needed. */
    site: z.string().nullable(),
    /** What is left out that belongs to no item, such as menus, as sentences. */
    notes: z.array(z.string()),
    state: z.enum(IMPORT_STATES),
    /** Why the file cannot be read, as a sentence; null unless the state is `failed`. */
    failure: z.string().nullable(),
    ...importChoices,
    /** Items by state; all of them are planned, known or failed until the import runs. */
    counts: z.record(z.enum(IMPORT_ITEM_STATES), count),
    /** Items of which something is changed or lost. */
    with_notes: count,
    /** Words and pictures of the items that come in, or have come in. */
    words: count,
    pictures: count,
    /** Those of these items that are pages. */
    pages: count,
    /** Stories whose pictures are still to be copied from the old site. */
    waiting_for_pictures: count,
    /** Items that are read, written or undone, while that is under way; `total` is null until the file is read to its end. */
    progress: z.object({ done: count, total: count.nullable() }).nullable(),
    /** Whether it is ready and was uploaded. One that the command line began goes on there. */
    can_start: z.boolean(),
    /** Null for an account that is gone. */
    made_by_name: z.string().nullable(),
    created_at: instant,
    /** When it was last done or undone. */
    finished_at: instant.nullable(),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importSummary>

/** A name that the old site gives to authors of its items. */
const importAuthor = z.object({
  name: z.string(),
  /** Items that name them. */
  items: count,
  /**
   * Who is credited: the person who was chosen, or somebody of this site with the same name. Null: a person is added, unless the
   * source has the e-mail address of an account.
   */
  person: z.object({ id, name: z.string() }).nullable(),
})
export type ImportAuthor = z.infer<typeof importAuthor>

const importDetails = importSummary
  .extend({
    /** Those with most items first, at most 500. */
    authors: z.array(importAuthor),
    /** What is changed or left out, the worst first. Imports of earlier releases have none. */
    losses: z.array(
      z.object({
        kind: z.enum(LOSS_KINDS),
        /** In all items. */
        count,
        /** Items with such a loss. */
        items: count,
      }),
    ),
    /** Addresses of the old site by what they were there. Imports of earlier releases have none. */
    addresses: z.array(
      z.object({ kind: z.enum(IMPORT_ADDRESS_KINDS), count, /** Those with a problem. */ problems: count }),
    ),
  })
  .meta({ id: 'ImportDetails' })
export type ImportDetails = z.infer<typeof importDetails>

const importItem = z.object({
  id,
  title: z.string(),
  /** What comes along. */
  summary: z.object({
    state: z.enum(['draft', 'published', 'archived']),
    /** As the source has it; null if it does not say. */
    published_at: z.string().nullable(),
    words: count,
    /** In the text, and as its poster. */
    pictures: count,
    tags: z.array(z.string()),
    authors: z.array(z.string()),
    /** Old addresses that lead to it, the permanent one first. Imports of earlier releases do not say. */
    addresses: z.array(z.string()).optional(),
    /** The address that a page gets; absent for a story. */
    path: z.string().optional(),
  }),
  /** What is changed or left out, as sentences. */
  notes: z.array(z.string()),
  state: z.enum(IMPORT_ITEM_STATES),
  /** Why it cannot be imported, as a sentence; null unless the state is `failed`. */
  failure: z.string().nullable(),
  /** The story that it became, while there is one. */
  article_id: id.nullable(),
})
export type ImportItem = z.infer<typeof importItem>

const importAddress = z.object({
  path: z.string(),
  kind: z.enum(IMPORT_ADDRESS_KINDS),
  leads_to: z.string().nullable(),
  name: z.string().nullable(),
  problem: z.enum(IMPORT_ADDRESS_PROBLEMS).nullable(),
}) satisfies z.ZodType<OldAddressLead>

const begun = { output: importSummary, reply: 'data', status: 202 } as const

export const imports = {
  list: endpoint('GET /admin/imports', {
    ...ofAdmins,
    summary: 'Files of other products that were imported or are about to be, the newest first',
    input: z.object(pageOf('Imports', 50)),
    output: z.object({ imports: z.array(importSummary), /** All of them. */ count }),
    background: true,
  }),
  get: endpoint('GET /admin/imports/:id', {
    ...ofAdmins,
    summary: 'An import, with its progress, the authors whom it names, and what is changed or lost',
    output: importDetails,
    isOneRecord: true,
    background: true,
  }),
  items: endpoint('GET /admin/imports/:id/items', {
    ...ofAdmins,
    summary: 'What becomes of each item of an import, in the order of the file',
    input: z.object({
      id,
      state: z.enum(IMPORT_ITEM_STATES).optional(),
      notes: z.enum(['some', 'none']).optional().describe('Whether something is changed or lost'),
      loss: z.enum(LOSS_KINDS).optional().describe('What is changed or lost'),
      ...pageOf('Items', 50),
    }),
    output: z.object({ items: z.array(importItem), /** Of all that match. */ count }),
    background: true,
  }),
  addresses: endpoint('GET /admin/imports/:id/addresses', {
    ...ofAdmins,
    summary:
      'Where the addresses of the old site will lead, or lead once the import is done; those with a problem first',
    input: z.object({ id, kind: z.enum(IMPORT_ADDRESS_KINDS).optional(), ...pageOf('Addresses', 50) }),
    output: z.object({ addresses: z.array(importAddress), /** Of all that match. */ count }),
    background: true,
  }),
  read: endpoint('POST /admin/imports/:id/read', {
    access: 'admin',
    summary: 'Read an uploaded file again, with the address of its old site; 409 unless the import is ready',
    input: z.object({
      id,
      site: text('Old address', MAX_URL_LENGTH)
        .superRefine(refuse(oldSiteProblem))
        .transform((address) => oldSite(address) ?? address)
        .describe('For pictures and links of a file that lacks it'),
    }),
    ...begun,
  }),
  start: endpoint('POST /admin/imports/:id/start', {
    access: 'admin',
    summary: 'Bring in the planned items of an uploaded file; 409 unless the import is ready',
    input: z.object({
      id,
      imports_as: importChoices.imports_as.default('draft'),
      fetches_pictures: importChoices.fetches_pictures.default(true),
      wayback: importChoices.wayback.default(false),
      with_tags: importChoices.with_tags.default(true),
      people: z
        .array(z.object({ author: text('Author', 400), person_id: id }))
        .max(500, 'At most 500 authors')
        .default([])
        .describe('Who is credited in place of an author'),
    }),
    ...begun,
  }),
  undo: endpoint('POST /admin/imports/:id/undo', {
    access: 'admin',
    summary:
      'Delete what an import made, except for what was edited since; 409 unless it is running, which ends it, or done',
    ...begun,
  }),
  remove: endpoint('DELETE /admin/imports/:id', {
    access: 'admin',
    summary:
      'Forget an import and its file; 409 unless it is reading, which ends it, ready, failed, or undone entirely',
  }),
}

/** Not in the contract, whose clients send no forms. */
export const uploadImport = endpoint('POST /admin/imports', {
  ...ofAdmins,
  summary:
    'Upload an export of another product, of 2 GB at most. Its items are listed before anything is written',
  takesFile: true,
  output: importSummary,
  status: 201,
})

/** Hours until the file of an export is deleted. */
export const EXPORT_HOURS = 24
/** Minutes in which a link to a file begins a download. */
export const EXPORT_LINK_MINUTES = 5
/** Files that may wait to be downloaded: each is as large as the site. */
export const MAX_EXPORTS = 3

const exportChoices = {
  /** Whether the e-books of the published stories are in it. */
  ebooks: z.boolean(),
  /** Whether all versions of the stories are in it, with their pictures. */
  versions: z.boolean(),
  /** Whether the views of each story and day are in it. */
  analytics: z.boolean(),
}

const exportSummary = z
  .object({
    id,
    state: z.enum(EXPORT_STATES),
    /** Why there is no file, as a sentence; null unless the state is `failed`. */
    failure: z.string().nullable(),
    ...exportChoices,
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
    ...ofAdmins,
    summary: 'The exports of the last 30 days, the newest first',
    output: z.array(exportSummary),
    background: true,
  }),
  create: endpoint('POST /admin/exports', {
    ...ofAdmins,
    needsConfirmation: true,
    summary: `Queue an export of all stories as a zip file; 409 while one is made, or ${MAX_EXPORTS} wait to be downloaded`,
    input: z.object({
      ebooks: exportChoices.ebooks.default(false),
      versions: exportChoices.versions.default(false),
      analytics: exportChoices.analytics.default(false),
    }),
    output: exportSummary,
    status: 202,
  }),
  link: endpoint('POST /admin/exports/:id/link', {
    ...ofAdmins,
    needsConfirmation: true,
    summary:
      'Make a link that begins a download in a browser within five minutes, while the session that made it lasts',
    output: oneTimeLink,
    status: 201,
  }),
  remove: endpoint('DELETE /admin/exports/:id', {
    access: 'admin',
    summary: 'Delete an export with its file, or cancel one that is made',
  }),
}
