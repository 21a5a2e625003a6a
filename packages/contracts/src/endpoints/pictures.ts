import { z } from 'zod'
import { endpoint, ofEditors, ofWriters } from '../endpoint.ts'
import { id, instant, pageOf, paging } from '../fields.ts'
import { PICTURE_USES } from '../rules/choices.ts'
import { IMAGE_FILENAME } from '../rules/files.ts'
import { isWebUrl } from '../rules/paths.ts'
import { articleState, outcomeOf } from './articles.ts'

const picture = z.object({
  id,
  filename: z.string().regex(IMAGE_FILENAME),
  url: z.string(),
  /** The smallest copy, or the picture itself. */
  thumbnail_url: z.string(),
  /** The description that a text gave it last; empty without one. */
  alt: z.string(),
  /** In pixels, like `height`. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  created_at: instant,
  /** Null for an account that is gone. */
  uploaded_by_name: z.string().nullable(),
  use: z.enum(PICTURE_USES),
  /** Stories that use it now, whichever state they have. */
  story_count: z.int(),
  /** Whether the page of a person shows it, or the site or an earlier version of that. */
  shown_by: z.enum(['person', 'site']).nullable(),
  /** Whether nothing uses it and its upload is a day ago. */
  can_remove: z.boolean(),
})
export type Picture = z.infer<typeof picture>

const pictureList = z.object({
  pictures: z.array(picture),
  /** Pictures that match the search, by use. */
  counts: z.object({ current: z.int(), old: z.int(), none: z.int() }),
})
export type PictureList = z.infer<typeof pictureList>

/** One story that uses a picture, or unsaved work that is not a story yet. */
const pictureUse = z.object({
  article_id: id.nullable(),
  /** Of the newest version, or of the unsaved work. */
  title: z.string(),
  state: articleState.nullable(),
  /** The text as it is now, is published, or is scheduled. */
  in_current: z.boolean(),
  is_poster: z.boolean(),
  /** Names of those whose unsaved work uses it. */
  unsaved_by: z.array(z.string()),
  /** Earlier versions that use it. */
  old_versions: z.int(),
})
export type PictureUseInStory = z.infer<typeof pictureUse>

/** Pictures that one call may remove. */
const MAX_PICTURES = 100
const ids = z.object({ ids: z.array(id).min(1).max(MAX_PICTURES) })

const removal = outcomeOf('removed')
export type Removal = z.infer<typeof removal>

export const pictures = {
  list: endpoint('GET /admin/pictures', {
    ...ofEditors,
    summary: 'Uploaded pictures, the newest first, with where they are used',
    input: z.object({
      q: paging.q.describe('Part of a description or of a file name'),
      use: z.enum(PICTURE_USES).optional(),
      ...pageOf('Pictures', 24),
    }),
    output: pictureList,
  }),
  uses: endpoint('GET /admin/pictures/:id/uses', {
    ...ofEditors,
    summary: 'The stories that use a picture, with their old versions and unsaved work',
    output: z.array(pictureUse),
  }),
  remove: endpoint('POST /admin/pictures/remove', {
    ...ofEditors,
    summary:
      'Remove pictures that nothing uses. One that is used, or is younger than a day, is refused by name',
    input: ids,
    output: z.array(removal),
  }),
  restore: endpoint('POST /admin/pictures/restore', {
    ...ofEditors,
    summary: 'Bring removed pictures back, within a day',
    input: ids,
    output: z.array(id),
  }),
}

export const uploadedImage = z
  .object({
    filename: z.string().regex(IMAGE_FILENAME),
    url: z.string(),
    image_id: id,
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'UploadedImage' })
export type UploadedImage = z.infer<typeof uploadedImage>

/** Not in the contract, whose clients send no forms. */
export const uploadImage = endpoint('POST /admin/upload', {
  ...ofWriters,
  summary: 'Store a picture: PNG, JPEG, GIF, WebP or AVIF under 5 MB',
  takesFile: true,
  output: uploadedImage,
  status: 201,
})

const IMAGE_COPY_STATES = ['queued', 'done', 'failed'] as const

/** A copy of another site’s image. */
const imageCopy = z.object({
  id,
  state: z.enum(IMAGE_COPY_STATES),
  /** Set once the state is `done`. */
  image: uploadedImage.nullable(),
  /** Why it failed, in a sentence for a person. */
  error: z.string().nullable(),
})

export const imageCopies = {
  create: endpoint('POST /admin/image-copies', {
    ...ofWriters,
    summary: 'Have an image of another site copied into the storage; counts as an upload',
    input: z.object({
      url: z.string('The address must be text').refine(isWebUrl, 'This is not the web address of an image'),
    }),
    output: imageCopy,
    status: 202,
  }),
  get: endpoint('GET /admin/image-copies/:id', {
    ...ofWriters,
    summary: 'What became of a copy that the caller asked for within the last day',
    output: imageCopy,
    background: true,
  }),
}
