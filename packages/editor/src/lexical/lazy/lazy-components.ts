import { lazy } from 'react'
import { whenIdle } from './when-idle.ts'

// Two chunks that nobody waits for to write the first letter. What becomes of letters and keys is fetched at once, and
// looks at what was typed meanwhile; what stands over the text has time.
export const typing = untilLoaded(() => import('../typing/typing.ts'))
const components = typing
  .then(() => new Promise<void>(whenIdle))
  .then(() => untilLoaded(() => import('./deferred-components.ts')))

// Each draws nothing at first and takes no room of its own, so that nothing moves when it comes.
export const ControlPanels = lazy(async () => ({ default: (await components).ControlPanels }))
export const CopyControls = lazy(async () => ({ default: (await components).CopyControls }))
export const Footer = lazy(async () => ({ default: (await components).Footer }))
export const Overlays = lazy(async () => ({ default: (await components).Overlays }))
export const PasteReceipt = lazy(async () => ({ default: (await components).PasteReceipt }))

const LONGEST_WAIT_MS = 60_000

/** What cannot be fetched now, the line being down perhaps, is asked for again: writing goes on without it. */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = 1_000; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
