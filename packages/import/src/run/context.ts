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
