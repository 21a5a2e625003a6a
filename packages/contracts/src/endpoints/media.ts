import { z } from 'zod'
import { id } from '../fields.ts'
import { IMAGE_FILENAME } from '../rules/image-rules.ts'

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
