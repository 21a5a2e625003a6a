import { readFile, rm } from 'node:fs/promises'
import { connect, installationMark } from '@nightdesk/db'
import { claimStore, readOwner, type Store } from '@nightdesk/storage'
import { formerMarkOf } from '../unfinished.ts'

/**
 * After a move, the stored files belong to the new cluster if they belonged to the one of before. Without that, nothing is deleted
 * from the store, as it could be that of another site. Can be repeated.
 * @param url of the moved database
 */
export async function takeOverFiles(data_dir: string, url: string, storage: Store): Promise<void> {
  const path = formerMarkOf(data_dir)
  const { db, close } = connect(url, { max: 1 })
  try {
    const [former, owner] = await Promise.all([readFile(path, 'utf8'), readOwner(storage)])
    if (owner === former) await claimStore(storage, await installationMark(db))
    await rm(path)
  } finally {
    await close()
  }
}
