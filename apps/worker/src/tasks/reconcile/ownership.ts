import { type Db, installationMark, takeAcceptance } from '@nightdesk/db'
import { claimStore, readOwner, type Store } from '@nightdesk/storage'
import type { Listing } from './list-store.ts'

/** With a larger share of files without a row, the store probably belongs to another database. */
const UNKNOWN_SHARE = 0.1
/** Crashes leave a few such files, however small the store is. */
const UNKNOWN_FEW = 2

const CLAIM = 'If they are this site’s, run `nightdesk storage claim`.'

/**
 * Whether files may be deleted: only from a store with the mark of this database, and with few unknown files. A store
 * without a mark gets ours when nearly all its files have a row.
 * @returns why nothing may be deleted, as a sentence, or null
 */
export async function findProblem(db: Db, storage: Store, listing: Listing): Promise<string | null> {
  const [mark, owner] = await Promise.all([installationMark(db), readOwner(storage)])
  if (owner !== null && owner !== mark)
    return `The stored files belong to another installation of Nightdesk, or to another copy of the database: nothing is deleted. ${CLAIM}`
  const isAccepted = await takeAcceptance(db)
  const { unknown, young, files } = listing
  const few = Math.max(UNKNOWN_FEW, files * UNKNOWN_SHARE)
  if (!isAccepted && unknown > few)
    return `${unknown} of ${files} stored files are not known to the database: nothing is deleted. ${CLAIM}`
  if (owner === null && (isAccepted || unknown + young <= few)) await claimStore(storage, mark)
  return null
}
