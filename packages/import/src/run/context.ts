import type { ImportState } from '@nightdesk/contracts'
import type { Db, Tx } from '@nightdesk/db'
import type { ImageProcessor } from '@nightdesk/images'
import type { Store } from '@nightdesk/storage'

/** What a run of an import uses. */
export interface RunContext {
  db: Db
  storage: Store
  images: Pick<ImageProcessor, 'process'>
  /** Whether a CDN caches pages. */
  has_cdn: boolean
  /** That of a job fails when another run has taken over. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  onProgress?: (progress: { done: number; total: number }) => void
}

/** An import that runs, and its choices. */
export interface RunningImport {
  id: number
  imports_as: 'draft' | 'original'
  fetches_pictures: boolean
  with_tags: boolean
  /** People who are credited in place of authors, by name. */
  credits: ReadonlyMap<string, number>
  /** The account that owns what has no other owner. */
  made_by: number
}

/** Transactions that fail once an import is in another state, because it was undone or removed. Until they end, nobody changes it. */
export const transactionsIn =
  (
    { transaction }: Pick<RunContext, 'transaction'>,
    importId: number,
    states: readonly ImportState[],
  ): RunContext['transaction'] =>
  (work) =>
    transaction(async (tx) => {
      await tx
        .selectFrom('imports')
        .where('id', '=', importId)
        .where('state', 'in', states)
        .select('id')
        .forShare()
        .executeTakeFirstOrThrow(() => new Error('This import was cancelled'))
      return work(tx)
    })
