import { useCallback, useState } from 'react'

/** The width of an element in pixels, as it changes; 0 until it is on the screen. */
export function useWidth(): [
  width: number,
  measure: (element: HTMLElement | null) => (() => void) | undefined,
] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure]
}
