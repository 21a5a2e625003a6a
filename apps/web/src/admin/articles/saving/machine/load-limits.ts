type Limits = typeof import('./limits.ts')

let loading: Promise<Limits | null> | undefined

/** The rules of what can be saved, which the first letters do without. Null while they cannot be loaded: the server has them too. */
export function loadLimits(): Promise<Limits | null> {
  loading ??= import('./limits.ts').catch(() => {
    loading = undefined
    return null
  })
  return loading
}
