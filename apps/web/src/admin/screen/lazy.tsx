import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { notify } from '../notify.ts'

interface LazyBoundaryProps {
  /** Names the part in the error message: "The tags". */
  name: string
  /** Shown while loading, and after a failure. */
  fallback?: ReactNode
  /** Called after a failure, which has been announced. */
  onFailed?: () => void
  children: ReactNode
}

/**
 * Suspense and error boundary around lazily loaded parts. A part that cannot be loaded leaves the rest of the screen
 * intact.
 */
export function LazyBoundary({ name, fallback = null, onFailed, children }: LazyBoundaryProps) {
  function announce() {
    notify({
      kind: 'error',
      title: `${name} could not be loaded`,
      // Without a line, loading the page again would take the text away.
      description: navigator.onLine
        ? 'Everything else goes on working. Loading the page again usually helps.'
        : 'You are offline. Everything else goes on working. Load the page again when the line is back.',
      duration: 0,
    })
    onFailed?.()
  }
  return (
    <Boundary fallback={fallback} onFailed={announce}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

/** A class, because React has no hook for error boundaries. */
class Boundary extends Component<Required<Omit<LazyBoundaryProps, 'name'>>, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

/** Milliseconds after which other requests have ended. */
const FETCH_AFTER_MS = 5_000

/** Loads code before it is needed: later the network may be down, or a release may have replaced the files. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Ignored here; reported where the code is needed.
    const timer = setTimeout(() => load().catch(() => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
