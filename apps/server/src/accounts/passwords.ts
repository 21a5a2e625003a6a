import { availableParallelism } from 'node:os'
import { unavailable } from '@nightdesk/contracts'
import { hashPassword, isOutdatedHash, verifyPassword } from '@nightdesk/db'
import pLimit from 'p-limit'

const MAX_WAITING = 32

const argon2 = { hash: hashPassword, verify: verifyPassword }

/** Limits hashing to the number of cores and a queue of 32. @throws UNAVAILABLE beyond */
export function createPasswords(hashing = argon2) {
  const limit = pLimit(availableParallelism())
  const queued = <T>(work: () => Promise<T>) => {
    if (limit.pendingCount >= MAX_WAITING) throw unavailable(2)
    return limit(work)
  }
  const hash = (password: string) => queued(() => hashing.hash(password))
  // Made on first use: it costs nothing at the start, and always has today’s parameters.
  let nobody: Promise<string> | undefined
  return {
    /** @returns a PHC string */
    hash,
    /** Takes equally long for an account that does not exist or has no password (`null`). */
    async verify(stored: string | null, password: string): Promise<boolean> {
      nobody ??= hash('nobody has this password').catch((error: unknown) => {
        nobody = undefined
        throw error
      })
      // Also for an account that exists, so that the first sign-in takes equally long.
      const spare = await nobody
      const matches = await queued(() => hashing.verify(stored ?? spare, password))
      return matches && stored !== null
    },
    /** Whether a stored hash has weaker parameters than today’s. */
    isOutdated: isOutdatedHash,
  }
}
