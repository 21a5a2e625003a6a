import { type ImageProcessor, PoolFull } from '@nightdesk/images'

/** Uploads of one account at once, so that a slow sender cannot block others. The editor sends two. */
const MAX_OF_ONE = 6

/** Admits uploads before their bodies are read: as many as may wait for a decoder. */
export function createAdmission(images: Pick<ImageProcessor, 'admit'>) {
  const uploading = new Map<number, number>()
  /** @throws UNAVAILABLE when all places, or those of the account, are taken */
  return function admit(userId: number): Disposable {
    const own = uploading.get(userId) ?? 0
    if (own >= MAX_OF_ONE) throw new PoolFull()
    const place = images.admit()
    uploading.set(userId, own + 1)
    return {
      [Symbol.dispose]() {
        place[Symbol.dispose]()
        const rest = (uploading.get(userId) ?? 1) - 1
        if (rest === 0) uploading.delete(userId)
        else uploading.set(userId, rest)
      },
    }
  }
}
