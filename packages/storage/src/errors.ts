/** No object has this key. */
export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options)
    this.key = key
  }
}

/** For `catch`: a missing object becomes undefined. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}

/** The key has an object with other bytes, which was not changed. */
export class ObjectExists extends Error {
  override name = 'ObjectExists'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`Another object is already kept as ${key}`, options)
    this.key = key
  }
}

/** The store cannot be reached, is full, or failed. It may work again later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The store has no room for a file. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull'
}
