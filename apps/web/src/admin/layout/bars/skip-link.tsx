import type { MouseEvent } from 'react'

export const MAIN = 'main'

/** The first stop of the Tab key: past the bars, to the screen. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN}`}
      onClick={skip}
      className="fixed top-2 left-2 z-50 rounded-control border border-control bg-surface px-4 py-2 not-focus:sr-only"
    >
      Skip to content
    </a>
  )
}

/** The address stays: what stands behind its `#` is a part of the settings. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(MAIN)?.focus()
}
