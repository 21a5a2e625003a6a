interface Tagged {
  tags: readonly string[]
}

interface Reading<T> {
  value: Promise<T>
  /** Milliseconds of a monotonic clock. */
  cached_at: number
}

type IsFresh = (reading: { cached_at: number }) => boolean

/** Values that are read once for all who ask, until one of their tags is dropped. */
export function createCachedValues(isFresh: IsFresh) {
  const values: (Tagged & { drop(): void })[] = []
  return {
    add<T>(tags: readonly string[], read: () => Promise<T>): () => Promise<T> {
      const { get, drop } = cachedValue(read, isFresh)
      values.push({ tags, drop })
      return get
    },
    drop(isDropped: (tagged: Tagged) => boolean) {
      for (const value of values) if (isDropped(value)) value.drop()
    },
  }
}

/** A failure is not cached. */
function cachedValue<T>(read: () => Promise<T>, isFresh: IsFresh) {
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
