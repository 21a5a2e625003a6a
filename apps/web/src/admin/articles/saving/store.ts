/** A minimal observable store for `useSyncExternalStore`. */
export function createStore<State extends object>(initial: State) {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    getState: () => state,
    subscribe(callback: () => void) {
      listeners.add(callback)
      return () => {
        listeners.delete(callback)
      }
    },
    setState(change: Partial<State>) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
  }
}
