import type { MouseEvent } from 'react'

export const MAIN = 'main'

/** The first focusable element: skips the bars. */
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

/** The URL stays, because on the settings screen the hash names a section. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(MAIN)?.focus()
}
