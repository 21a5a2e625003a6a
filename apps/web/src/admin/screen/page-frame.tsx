import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

interface PageFrameProps {
  /** The address of a page of this site, or its HTML. */
  page: { src: string } | { html: string }
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
export function PageFrame({ page, label, width, height, onLoad, className = '' }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [scale, setScale] = useState(0)
  const [pageHeight, setPageHeight] = useState(height)
  const measurePage = () => {
    // A page in a hidden pane has no height yet.
    const { scrollHeight = 0 } = frame.current?.contentDocument?.documentElement ?? {}
    if (scrollHeight > 0) setPageHeight(scrollHeight)
  }
  const measure = useEffectEvent((box: HTMLElement) => {
    setScale(box.clientWidth / width)
    measurePage()
  })
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => measure(current))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const html = 'html' in page ? page.html : undefined
  useLayoutEffect(() => {
    if (frame.current && html !== undefined) frame.current.srcdoc = trusted(html)
  }, [html])
  function loaded({ contentDocument }: HTMLIFrameElement) {
    measurePage()
    if (!contentDocument) return
    // The frame holds the whole page, so there is no reading progress to show.
    contentDocument.documentElement.style.setProperty('--progress', 'transparent')
    onLoad?.(contentDocument)
  }
  return (
    <section
      ref={box}
      aria-label={`${label}, ${width} pixels wide`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
      tabIndex={0}
      className={`overflow-x-hidden overflow-y-auto rounded-card border border-line bg-surface ${className}`}
    >
      <div className="overflow-hidden" style={{ height: pageHeight * scale }}>
        <iframe
          ref={frame}
          src={'src' in page ? page.src : undefined}
          title={label}
          sandbox="allow-same-origin"
          inert
          onLoad={({ currentTarget }) => loaded(currentTarget)}
          className="origin-top-left border-0"
          style={{ width, height: pageHeight, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}

/** A page that the server has rendered. In the sandbox of the frame no script of it runs. */
const policy = globalThis.window?.trustedTypes?.createPolicy('page-preview', { createHTML: (html) => html })
const trusted = (html: string) => (policy ? policy.createHTML(html) : html)
