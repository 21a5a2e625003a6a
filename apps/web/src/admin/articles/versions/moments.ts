import type { Version } from '@nightdesk/contracts'
import { LRUCache } from 'lru-cache'

/** Of versions in memory. One of 5,000 words takes about 100 KB. */
const MOST_VERSIONS = 100

/** The version on screen while the time line is dragged. */
export interface MomentState {
  /** The last wanted version that is loaded; undefined before the first. */
  version: Version | undefined
  /** The wanted version is on its way. */
  isLoading: boolean
  /** Why the wanted version cannot be shown. */
  error: unknown
}

export interface Moments {
  getState(): MomentState
  subscribe(callback: () => void): () => void
  /** Shows a version, at once if it is loaded, and loads those that are likely to be wanted next. */
  show(id: number, likely?: readonly number[]): void
}

/**
 * Loads versions one at a time, and always the one that is wanted now: a drag over a hundred of them does not wait for a
 * hundred answers. The least recently used ones are dropped.
 */
export function createMoments(load: (id: number) => Promise<Version>): Moments {
  const versions = new LRUCache<number, Version>({ max: MOST_VERSIONS, fetchMethod: load })
  const listeners = new Set<() => void>()
  let state: MomentState = { version: undefined, isLoading: false, error: undefined }
  let wanted = { id: 0, likely: [] as readonly number[] }
  let isFetching = false

  function setState(next: MomentState) {
    state = next
    for (const listener of listeners) listener()
  }

  function show(id: number, likely: readonly number[] = []) {
    wanted = { id, likely }
    const version = versions.get(id)
    if (version) settle(version)
    else {
      setState({ ...state, isLoading: true, error: undefined })
      void fetchWanted()
    }
  }

  function settle(version: Version) {
    setState({ version, isLoading: false, error: undefined })
    // A failure is shown when that version is wanted.
    for (const id of wanted.likely) versions.fetch(id).catch(() => undefined)
  }

  async function fetchWanted() {
    if (isFetching) return
    isFetching = true
    const { id } = wanted
    const { version, error } = await fetchVersion(versions, id)
    isFetching = false
    if (wanted.id === id) {
      if (version) settle(version)
      else setState({ ...state, isLoading: false, error })
    } else if (!versions.has(wanted.id)) {
      // Nearer to the wanted one than the version on screen.
      if (version) setState({ ...state, version })
      void fetchWanted()
    }
  }

  return {
    getState: () => state,
    subscribe(callback) {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    show,
  }
}

async function fetchVersion(versions: LRUCache<number, Version>, id: number) {
  try {
    return { version: await versions.fetch(id), error: undefined }
  } catch (error) {
    return { version: undefined, error }
  }
}
