import { availableParallelism } from 'node:os'
import { unavailable } from '@nightdesk/contracts'
import { hashPassword, isOutdatedHash, verifyPassword } from '@nightdesk/db'
import pLimit from 'p-limit'

const MAX_WAITING = 32

export interface Passwords {
  /** @returns a PHC string */
  hash(password: string): Promise<string>
  /** Takes as long for an account that does not exist or has no password (`null`). */
  verify(hash: string | null, password: string): Promise<boolean>
  /** Whether a stored hash is weaker than those made today. */
  isOutdated(hash: string): boolean
}

const argon2 = { hash: hashPassword, verify: verifyPassword }

/** Hashing limited to the number of cores, a queue of 32, then UNAVAILABLE. */
export function createPasswords(hashing = argon2): Passwords {
  const limit = pLimit(availableParallelism())
  const queued = <T>(work: () => Promise<T>) => {
    if (limit.pendingCount >= MAX_WAITING) throw unavailable(2)
    return limit(work)
  }
  const hash = (password: string) => queued(() => hashing.hash(password))
  // Made on first use: a start costs nothing, and the parameters are always those of today.
  let nobody: Promise<string> | undefined
  return {
    hash,
    async verify(stored, password) {
      nobody ??= hash('nobody has this password')
      const against = stored ?? (await nobody)
      const matches = await queued(() => hashing.verify(against, password))
      return matches && stored !== null
    },
    isOutdated: isOutdatedHash,
  }
}
