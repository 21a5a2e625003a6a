export interface MinuteLimiter {
  /** Counts one request. @returns false beyond the limit */
  allows(network: string): boolean
}

/** Allows `perMinute` requests of one network a minute, counted in this process; 0 for no limit. */
export function createMinuteLimiter(perMinute: number, now: () => number = Date.now): MinuteLimiter {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    allows(network) {
      if (perMinute === 0) return true
      const current = Math.floor(now() / 60_000)
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(network) ?? 0) + 1
      counts.set(network, count)
      return count <= perMinute
    },
  }
}
