import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react'
import { notify } from '../notify.ts'

interface PartOptions<Props> {
  /** Shown while loading, and after a failure. */
  fallback?: ReactNode
  /** Called after a failure, which has been announced. Default: closes it, if it can be closed. */
  onFailed?(props: Props): void
}

/**
 * A part of a screen whose code is loaded when it is first shown. If it cannot be loaded, the rest of the screen is intact.
 * @param name of the part in the error message: "The tags"
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, onFailed = close }: PartOptions<Props> = {},
) {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props: Props) => {
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
      onFailed(props)
    }
    return (
      <Boundary fallback={fallback} onFailed={announce}>
        <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
      </Boundary>
    )
  }
}

const close = (props: { onClose?(): void }) => props.onClose?.()

interface BoundaryProps {
  fallback: ReactNode
  onFailed(): void
  children: ReactNode
}

/** A class, because React has no hook for error boundaries. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
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
