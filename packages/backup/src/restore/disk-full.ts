import { diskSpace } from '@nightdesk/storage'
import { ArchiveDamaged, RestoreRefused } from '../errors.ts'

/** Bytes of two segments of WAL. Without room for one, Postgres ends, and its client only learns that it is gone. */
const WAL_ROOM = 2 * 16 * 1024 * 1024

/** Whether a task that wrote files and ran a Postgres in a directory has failed since its disk is full. */
export async function isDiskFull(directory: string, error: unknown): Promise<boolean> {
  if (error instanceof RestoreRefused || error instanceof ArchiveDamaged) return false
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return true // other errors have other codes, or none
  return (await diskSpace(directory)).available < WAL_ROOM
}
