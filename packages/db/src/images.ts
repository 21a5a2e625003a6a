import { createHash } from 'node:crypto'
import type { Tx } from './client.ts'
import { addJob } from './jobs.ts'

interface NewImage {
  /** The key of its file, which is in the store already. */
  filename: string
  content_type: string
  /** In pixels. */
  width: number
  height: number
  /** Size of the file. */
  bytes: Uint8Array
  uploaded_by: number
}

/** Records an image whose file is stored, and queues the job for its smaller copies. @returns its id */
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
