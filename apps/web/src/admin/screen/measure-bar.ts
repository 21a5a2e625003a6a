/** Refs that set the heights of bars as CSS variables. The heights vary, because their content wraps and changes. */
export const measureTopBar = measure('--top-bar-height')
export const measureSaveBar = measure('--save-bar-height')
export const measureTimeLine = measure('--time-line-height')
export const measureNotice = measure('--notice-height')

function measure(property: `--${string}`) {
  return (bar: HTMLElement | null) => {
    if (!bar) return
    const { style } = document.documentElement
    // Takes the reported size: asking the bar would compute all styles again after another bar has set its variable.
    const observer = new ResizeObserver((entries) => {
      for (const { borderBoxSize } of entries)
        style.setProperty(property, `${borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }
}
