import { createHash } from 'node:crypto'
import type { Tx } from './client.ts'
import { addJob } from './jobs/jobs.ts'

interface NewImage {
  /** Under which its file is in the store already. */
  filename: string
  content_type: string
  /** In pixels. */
  width: number
  height: number
  /** The file. */
  bytes: Uint8Array
  uploaded_by: number
}

/** Notes a picture whose file has been stored, and has smaller copies of it made. @returns its id */
export async function addImage(tx: Tx, { bytes: file, ...image }: NewImage): Promise<number> {
  const sha256 = createHash('sha256').update(file).digest()
  const bytes = file.length
  await tx.insertInto('stored_objects').values({ key: image.filename, bytes }).execute()
  const { id } = await tx
    .insertInto('images')
    .values({ ...image, bytes, sha256 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'make-variants', { image_id: id })
  return id
}
