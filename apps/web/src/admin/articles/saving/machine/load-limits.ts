type Limits = typeof import('./limits.ts')

let loading: Promise<Limits | null> | undefined

/**
 * Loads the content limits, which the first letters do not need. Null when that fails: the server enforces them too.
 */
export function loadLimits(): Promise<Limits | null> {
  loading ??= import('./limits.ts').catch(() => {
    loading = undefined
    return null
  })
  return loading
}
