import { useSyncExternalStore } from 'react'

const changed = new EventTarget()

/**
 * A text that the browser remembers: the same in every part of the screen and in every tab, or in this tab only with
 * `sessionStorage`. Null is not kept.
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

/** The browser tells the other tabs, we tell this one. */
function subscribe(callback: () => void) {
  changed.addEventListener('change', callback)
  window.addEventListener('storage', callback)
  return () => {
    changed.removeEventListener('change', callback)
    window.removeEventListener('storage', callback)
  }
}
