import { totalmem } from 'node:os'

const MEGABYTE = 1024 ** 2
const SMALLEST = 64
const LARGEST = 512

/**
 * Memory in which Postgres holds pages of tables and indexes: a sixteenth of the machine’s or the container’s, between 64 and
 * 512 MB. Pages take memory when they are first used, so a small site takes little of it. With 64 MB, the indexes of the
 * visitors of twenty million views made a view 1.8 times as expensive (docs/scale.md).
 */
export function sharedBuffers(memory = memoryLimit()): string {
  const share = Math.floor(memory / MEGABYTE / 16)
  return `${Math.min(Math.max(share, SMALLEST), LARGEST)}MB`
}

/** Bytes of the container, or of the machine where there is no limit. */
function memoryLimit() {
  // Zero where the system knows no limits, and more than there is when none is set.
  const container = process.constrainedMemory()
  return container > 0 ? Math.min(container, totalmem()) : totalmem()
}
