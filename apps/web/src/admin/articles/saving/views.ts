/** What is shown, and who is told when it changes. */
export function createViews<View extends object>(first: View) {
  const listeners = new Set<() => void>()
  let view = first
  return {
    view: () => view,
    subscribe(callback: () => void) {
      listeners.add(callback)
      return () => {
        listeners.delete(callback)
      }
    },
    show(change: Partial<View>) {
      view = { ...view, ...change }
      for (const listener of listeners) listener()
    },
  }
}
