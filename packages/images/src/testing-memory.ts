import { readdirSync, readFileSync } from 'node:fs'

const OFTEN_MS = 10

export interface MemoryWatch extends AsyncDisposable {
  /** @returns bytes: of the process that had most, and of all at the moment at which they had most */
  stop(): Promise<{ largest: number; together: number }>
}

/** Watches the processes that decode pictures for a process, or for this one. */
export function watchMemory(parent = process.pid): MemoryWatch {
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
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-worker')) return []
        return [Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024]
      } catch {
        return [] // it ended meanwhile
      }
    })
}
