import { useCallback, useState } from 'react'

interface PageFrameProps {
  src: string
  /** Names the frame: "The page on a phone". */
  label: string
  /** Pixels of the screen that is shown. */
  width: number
  height: number
  /** Called with the document of the page when it has loaded. */
  onLoad?(page: Document): void
  className?: string
}

/**
 * A page of this site as it is on a screen of some width, made smaller. It scrolls, but nothing in it can be pressed, and
 * its scripts do not run.
 */
export function PageFrame({ src, label, width, height, onLoad, className = '' }: PageFrameProps) {
  const [scale, setScale] = useState(0)
  const [pageHeight, setPageHeight] = useState(height)
  const measure = useCallback(
    (box: HTMLElement) => {
      const observer = new ResizeObserver(() => setScale(box.clientWidth / width))
      observer.observe(box)
      return () => observer.disconnect()
    },
    [width],
  )
  function loaded(page: Document | null) {
    if (!page) return
    setPageHeight(page.documentElement.scrollHeight)
    onLoad?.(page)
  }
  return (
    <section
      ref={measure}
      aria-label={`${label}, ${width} pixels wide`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
      tabIndex={0}
      className={`overflow-x-hidden overflow-y-auto rounded-card border border-line bg-surface ${className}`}
    >
      <div className="overflow-hidden" style={{ height: pageHeight * scale }}>
        <iframe
          src={src}
          title={label}
          sandbox="allow-same-origin"
          inert
          onLoad={({ currentTarget }) => loaded(currentTarget.contentDocument)}
          className="origin-top-left border-0"
          style={{ width, height: pageHeight, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}
