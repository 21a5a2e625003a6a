import type { SaveState } from './save-machine.ts'
import type { Saver } from './saver.ts'

/**
 * Sends unsaved changes to the working copy without waiting for a pause.
 * @returns whether the server has every edit made until the call
 */
export async function sendUnsaved(
  saver: Saver,
  subscribe: (callback: () => void) => () => void,
): Promise<boolean> {
  const { edited } = saver.state()
  const isHeld = ({ saved, copied }: SaveState) => Math.max(saved, copied) >= edited
  await untilIdle(saver, subscribe)
  if (!isHeld(saver.state())) saver.dispatch({ type: 'autosave' })
  await untilIdle(saver, subscribe)
  return isHeld(saver.state())
}

/** Saves a version unless everything is saved. @returns whether every edit made until the call is saved */
export async function saveUnsaved(
  saver: Saver,
  subscribe: (callback: () => void) => () => void,
): Promise<boolean> {
  const { edited } = saver.state()
  const isSaved = () => saver.state().saved >= edited
  if (isSaved()) return true
  saver.dispatch({ type: 'save' })
  await untilIdle(saver, subscribe)
  return isSaved()
}

/** Resolves when no request is under way. */
export const untilIdle = (saver: Saver, subscribe: (callback: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const stop = subscribe(look)
    function look() {
      if (saver.state().sent !== null) return
      stop()
      resolve()
    }
    look()
  })
