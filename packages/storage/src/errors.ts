/** There is no object under this key. */
export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'
  readonly key: string

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options)
    this.key = key
  }
}

/** To be given to `catch`: an object that is not there is undefined. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}

/** Other bytes are already kept under this key; they were not touched. */
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
