import { useCallback, useState } from 'react'

/** The width of an element in pixels, updated on resize; 0 before it is mounted. */
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
