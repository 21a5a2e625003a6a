import { Component, type ReactNode, Suspense } from 'react'
import { useNotify } from '../notify.ts'

interface PartProps {
  /** What is missing without it: "The tags". */
  name: string
  /** Stands in its place until it has come, and if it never does. */
  fallback?: ReactNode
  /** It could not be loaded, which is said. */
  onFailed?: () => void
  children: ReactNode
}

/** Around what is loaded apart. The screen, and what was written on it, stays when that cannot be fetched. */
export function LazyBoundary({ name, fallback = null, onFailed, children }: PartProps) {
  const notify = useNotify()
  function announce() {
    notify({
      kind: 'error',
      title: `${name} could not be loaded`,
      description: 'Everything else goes on working. Loading the page again usually helps.',
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

/** A class, for React tells nobody else of what failed below. */
class Boundary extends Component<Required<Omit<PartProps, 'name'>>, { hasFailed: boolean }> {
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
