const LONGEST_WAIT_MS = 60_000

/** Retries until the code is loaded, because the connection may be down: writing works without it. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = 1_000; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
