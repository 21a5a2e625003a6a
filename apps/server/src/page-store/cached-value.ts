interface Reading<T> {
  value: Promise<T>
  /** Milliseconds of a monotonic clock. */
  cached_at: number
}

/** Reads a value once for all who ask, until it is dropped or not fresh any more. A failure is not cached. */
export function cachedValue<T>(read: () => Promise<T>, isFresh: (reading: Reading<T>) => boolean) {
  let current: Reading<T> | undefined
  const drop = () => {
    current = undefined
  }
  return {
    drop,
    get(): Promise<T> {
      if (current && isFresh(current)) return current.value
      const reading = { value: read(), cached_at: performance.now() }
      current = reading
      reading.value.catch(() => current === reading && drop())
      return reading.value
    },
  }
}
