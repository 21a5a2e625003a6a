import { readdirSync, readFileSync } from 'node:fs'

const OFTEN_MS = 10

/** Watches the memory of the decoding processes of a process, by default of this one. */
export function watchMemory(parent = process.pid) {
  const seen = { largest: 0, together: 0 }
  const look = () => {
    const sizes = decodersOf(parent)
    seen.largest = Math.max(seen.largest, ...sizes)
    seen.together = Math.max(
      seen.together,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  }
  const timer = setInterval(look, OFTEN_MS)
  /** @returns peak bytes: of the largest process, and of all processes together */
  const stop = async () => {
    clearInterval(timer)
    return seen
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

function decodersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== parent) return []
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encode-image')) return []
        return [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024]
      } catch {
        return [] // the process ended meanwhile
      }
    })
}
