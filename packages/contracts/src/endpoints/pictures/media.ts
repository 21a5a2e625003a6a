import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../fields.ts'
import { isWebUrl } from '../../rules/addresses/url.ts'
import { IMAGE_FILENAME } from '../../rules/image-rules.ts'

/** Answer of `POST /admin/upload` (multipart, field `file`), under `data`. */
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

export const IMAGE_COPY_STATES = ['queued', 'done', 'failed'] as const

/** A copy of another site’s image. */
export const imageCopy = z.object({
  id,
  state: z.enum(IMAGE_COPY_STATES),
  /** Set once the state is `done`. */
  image: uploadedImage.nullable(),
  /** Why it failed, in a sentence for a person. */
  error: z.string().nullable(),
})
export type ImageCopy = z.infer<typeof imageCopy>

export const imageCopies = {
  create: endpoint('POST /admin/image-copies', {
    access: 'author',
    summary: 'Have an image of another site copied into the storage; counts as an upload',
    input: z.object({
      url: z.string('The address must be text').refine(isWebUrl, 'This is not the web address of an image'),
    }),
    output: imageCopy,
    reply: 'data',
    status: 202,
  }),
  get: endpoint('GET /admin/image-copies/:id', {
    access: 'author',
    summary: 'What became of a copy that the caller asked for within the last day',
    input: z.object({ id }),
    output: imageCopy,
    reply: 'data',
    background: true,
  }),
}
