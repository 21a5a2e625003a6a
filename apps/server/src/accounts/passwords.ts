import { availableParallelism } from 'node:os'
import { hashPassword, isOutdatedHash, verifyPassword } from '@nightdesk/db'
import type { Shedding } from '../http/overload.ts'

const BOUNDS = { atOnce: availableParallelism(), maxWaiting: 32 }

const argon2 = { hash: hashPassword, verify: verifyPassword }

/** Limits hashing to the number of cores and a queue of 32. @throws UNAVAILABLE beyond */
export function createPasswords(shedding: Pick<Shedding, 'queue'>, hashing = argon2) {
  const queue = shedding.queue(BOUNDS)
  const hash = (password: string) => queue.run(() => hashing.hash(password))
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
      const matches = await queue.run(() => hashing.verify(stored ?? spare, password))
      return matches && stored !== null
    },
    isOutdated: isOutdatedHash,
  }
}
