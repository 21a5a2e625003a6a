import { useSyncExternalStore } from 'react'
import { read, write } from '../../local-storage.ts'

const changed = new EventTarget()

/**
 * A string in localStorage, in sync between components and tabs; or in sessionStorage, for this tab only. Null removes
 * it.
 */
export function useStored(
  key: string,
  area?: 'localStorage' | 'sessionStorage',
): [value: string | null, store: (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => read(key, area))

  function store(next: string | null) {
    write(key, next, area)
    changed.dispatchEvent(new Event('change'))
  }
  return [value, store]
}

/** The browser's `storage` event only reaches other tabs, so this tab dispatches its own. */
function subscribe(callback: () => void) {
  changed.addEventListener('change', callback)
  window.addEventListener('storage', callback)
  return () => {
    changed.removeEventListener('change', callback)
    window.removeEventListener('storage', callback)
  }
}
