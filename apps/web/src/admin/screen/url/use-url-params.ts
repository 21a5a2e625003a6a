import { type NavigateOptions, useSearchParams } from 'react-router'

/** The parameters in the address bar, also those that React has not rendered yet. */
export const newestParams = () => new URLSearchParams(window.location.search)

/** The parameters of the URL, and a function that changes some of them. An empty value removes one. */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  function change(changes: Record<string, string | null | undefined>, options?: NavigateOptions) {
    // The change may come from a timer, or be the second one before React renders the first.
    const next = newestParams()
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, options)
  }
  return [params, change] as const
}
