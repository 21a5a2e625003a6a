/** Whether the event loop of this process falls behind because of its own work. */
export interface EventLoopWatch extends Disposable {
  readonly isLate: boolean
}

/** Milliseconds between two looks, and the most work between them. */
const INTERVAL = 100
const MAX_WORK = 300
/** One long task, such as a garbage collection, makes one look late. */
const LATE_LOOKS = 2

/**
 * Looks regularly. A look comes late by the work before it. That is measured as processor time, since on a machine that others
 * keep busy every look is late.
 * @param work milliseconds of processor time so far
 */
export function watchEventLoop(work = ownWork): EventLoopWatch {
  let last = work()
  let late = 0
  const timer = setInterval(() => {
    const now = work()
    late = now - last > MAX_WORK ? late + 1 : 0
    last = now
  }, INTERVAL)
  timer.unref()
  return {
    get isLate() {
      return late >= LATE_LOOKS
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Of the thread of the event loop, without those that compress and hash. */
function ownWork() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
