import { useSyncExternalStore } from 'react'

const changed = new EventTarget()

/**
 * A string in localStorage, in sync between components and tabs; or in sessionStorage, for this tab only. Null removes
 * it.
 */
export function useStored(
  key: string,
  storage = localStorage,
): [value: string | null, store: (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => storage.getItem(key))

  function store(next: string | null) {
    if (next === null) storage.removeItem(key)
    else storage.setItem(key, next)
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
