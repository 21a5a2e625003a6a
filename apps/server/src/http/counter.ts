/** Counts what is open of each network, up to a limit. */
export function createCounter(max: number) {
  const open = new Map<string, number>()
  return {
    /** @returns false, and adds nothing, when there are too many */
    add(network: string): boolean {
      const count = open.get(network) ?? 0
      if (count >= max) return false
      open.set(network, count + 1)
      return true
    },
    remove(network: string): void {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    },
  }
}
