import { lazy } from 'react'
import { whenIdle } from './when-idle.ts'

// Two chunks that are not needed to type the first letter. The handling of typed text is loaded at once, and replays what
// was typed before; menus and toolbars over the text are loaded when the browser is idle.
export const typing = untilLoaded(() => import('./typing/typing.ts'))
const components = typing
  .then(() => new Promise<void>(whenIdle))
  .then(() => untilLoaded(() => import('./deferred-components.ts')))

// Each renders nothing or plain text at first and takes no other space, so that loading causes no layout shift.
export const ControlPanels = lazy(async () => ({ default: (await components).ControlPanels }))
export const CopyControls = lazy(async () => ({ default: (await components).CopyControls }))
export const DropLine = lazy(async () => ({ default: (await components).DropLine }))
export const Footer = lazy(async () => ({ default: (await components).Footer }))
export const ImageTexts = lazy(async () => ({ default: (await components).ImageTexts }))
export const ImageUploads = lazy(async () => ({ default: (await components).ImageUploads }))
export const Overlays = lazy(async () => ({ default: (await components).Overlays }))
export const NoticeCard = lazy(async () => ({ default: (await components).NoticeCard }))
export const UploadingImage = lazy(async () => ({ default: (await components).UploadingImage }))

const LONGEST_WAIT_MS = 60_000

/** Retries until the code is loaded, because the connection may be down: writing works without it. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = 1_000; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
