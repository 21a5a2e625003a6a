import type { SaveState } from './save-machine.ts'
import type { Saver } from './saver.ts'

/** Sends what the server does not hold, without waiting for a pause. @returns whether it holds all that is written by now */
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

/** Saves what is in no version. @returns whether everything is that was written by now */
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
  until(() => saver.state().sent === null, subscribe)

function until(isSo: () => boolean, subscribe: (callback: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(look)
    function look() {
      if (!isSo()) return
      stop()
      resolve()
    }
    look()
  })
}
