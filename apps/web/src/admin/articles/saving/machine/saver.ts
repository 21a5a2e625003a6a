import {
  type Failure,
  type Kind,
  newState,
  type Opened,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'

/** Milliseconds without typing after which unsaved text is sent. */
const PAUSE = 1_000
/** Milliseconds after which it is sent though the typing goes on. */
const LATEST = 30_000
/** Milliseconds between two tries: twice as long each time, up to the last. */
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 60_000

export interface Saver {
  state(): SaveState
  dispatch(event: SaveEvent): void
  stop(): void
}

interface SaverOptions {
  opened: Opened
  /** Sends the newest text. @returns why it failed, or null */
  send(kind: Kind): Promise<Failure | null>
  merge(): void
  askToSignIn(): void
  onChange(state: SaveState, before: SaveState): void
}

/** Runs the save machine: its requests and its timers. */
export function createSaver({ opened, send, merge, askToSignIn, onChange }: SaverOptions): Saver {
  let state = newState(opened)
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
    else if (effect.do === 'wait-for-pause') timers.waitForPause()
    else if (effect.do === 'try-again') timers.tryAgain(effect.failures)
    else if (effect.do === 'merge') merge()
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
      // A server that is down is not asked more often because somebody types.
      if (retry) return
      clearTimeout(pause)
      pause = setTimeout(end, PAUSE)
      latest ??= setTimeout(end, LATEST)
    },
    tryAgain(failures: number) {
      clear()
      retry = setTimeout(end, Math.min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_RETRY))
    },
  }
}
