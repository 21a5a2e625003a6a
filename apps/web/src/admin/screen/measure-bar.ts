/** Refs that tell the style sheets how high a bar is: what stands in it wraps, comes and goes. */
export const measureSaveBar = measure('--save-bar-height')
export const measureNotice = measure('--notice-height')

function measure(property: `--${string}`) {
  return (bar: HTMLElement | null) => {
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`))
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }
}
