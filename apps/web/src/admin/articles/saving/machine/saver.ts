import {
  type DraftSource,
  type Failure,
  type Kind,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'

/** Milliseconds without typing after which unsaved changes are sent. */
const TYPING_PAUSE = 1_000
/** Milliseconds after which they are sent although typing continues. */
const MAX_WAIT = 30_000
/** Milliseconds before the first retry; each retry doubles it, up to MAX_RETRY. */
const FIRST_RETRY = 2_000
const MAX_RETRY = 60_000

export interface Saver {
  state(): SaveState
  dispatch(event: SaveEvent): void
  stop(): void
}

interface SaverOptions {
  source: DraftSource
  /** Sends the current text. @returns the failure, or null */
  send(kind: Kind): Promise<Failure | null>
  /** False when the editor is closed: a request under way ends, and a save that waits for it follows, but no retry. */
  isOpen(): boolean
  merge(): void
  askToSignIn(): void
  onChange(state: SaveState, before: SaveState): void
}

/** Performs the effects of the save machine: requests and timers. */
export function createSaver({ source, send, isOpen, merge, askToSignIn, onChange }: SaverOptions): Saver {
  let state = newState(source)
  const timers = createTimers(() => dispatch({ type: 'autosave' }))

  function dispatch(event: SaveEvent): void {
    const before = state
    const [next, effects] = reduce(before, event)
    state = next
    onChange(next, before)
    for (const effect of effects) perform(effect)
  }

  function perform(effect: SaveEffect): void {
    if (effect.do === 'send') void sendNow(effect.kind)
    else if (effect.do === 'merge') merge()
    else if (!isOpen()) return
    else if (effect.do === 'wait-for-pause') timers.waitForPause()
    else if (effect.do === 'try-again') timers.tryAgain(effect.failures)
    else askToSignIn()
  }

  async function sendNow(kind: Kind) {
    timers.clear()
    const failure = await send(kind)
    dispatch(failure ? { type: 'failed', failure } : { type: 'succeeded' })
  }

  return { state: () => state, dispatch, stop: timers.clear }
}

type Timer = ReturnType<typeof setTimeout>

function createTimers(fire: () => void) {
  let pause: Timer | undefined
  let latest: Timer | undefined
  let retry: Timer | undefined

  function clear() {
    for (const timer of [pause, latest, retry]) clearTimeout(timer)
    pause = latest = retry = undefined
  }
  function end() {
    clear()
    fire()
  }
  return {
    clear,
    waitForPause() {
      // While a retry is pending, typing must not cause more requests.
      if (retry) return
      clearTimeout(pause)
      pause = setTimeout(end, TYPING_PAUSE)
      latest ??= setTimeout(end, MAX_WAIT)
    },
    tryAgain(failures: number) {
      clear()
      retry = setTimeout(end, Math.min(FIRST_RETRY * 2 ** (failures - 1), MAX_RETRY))
    },
  }
}
