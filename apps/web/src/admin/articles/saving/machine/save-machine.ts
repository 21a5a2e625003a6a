// What becomes of what is typed, as a pure function: no clock, no network, no text. Edits are numbered, and the
// machine knows which of them are kept where; `saver.ts` runs the effects.

/** `autosave` writes the working copy. */
export type Kind = 'save' | 'autosave'
export type Failure = 'conflict' | 'not-found' | 'signed-out' | 'offline' | 'server' | 'refused'

export interface SaveState {
  /** Number of the newest edit. */
  edited: number
  /** The newest edit that is in a version: what everybody who works on the article can see. */
  saved: number
  /** The newest edit that the server's working copy holds. */
  copied: number
  /** The newest edit that the journal of this browser holds. */
  journaled: number
  /** The one request under way. */
  sent: { kind: Kind; edit: number } | null
  /** Save was pressed while a request was under way, or while nobody was signed in. */
  isSaveQueued: boolean
  /** Why the last request failed; null after one that did not. */
  failure: Failure | null
  /** Failures in a row. */
  failures: number
}

export type SaveEvent =
  | { type: 'edited' | 'save' | 'autosave' | 'online' | 'offline' | 'signed-in' }
  | { type: 'journaled'; edit: number }
  | { type: 'succeeded' }
  | { type: 'failed'; failure: Failure }
  /** What others saved is merged into the text, which is an edit to be saved. */
  | { type: 'resolved' }
  /** The text was replaced by one that is in a version. */
  | { type: 'restarted' }
  /** What was sent beside the requests, when the page seemed to be left, has arrived in the working copy. */
  | { type: 'copied'; edit: number }

export type SaveEffect =
  | { do: 'send'; kind: Kind }
  /** Autosave when nothing was typed for a while, and at the latest some time after the first unsaved edit. */
  | { do: 'wait-for-pause' }
  | { do: 'try-again'; failures: number }
  | { do: 'merge' }
  | { do: 'sign-in' }

export type Transition = readonly [SaveState, readonly SaveEffect[]]

/** What a text that is opened begins as: that of a version, that of the working copy, or one merged of both. */
export type Opened = 'saved' | 'copied' | 'merged'

export const newState = (opened: Opened = 'saved'): SaveState => ({
  edited: opened === 'saved' ? 0 : 1,
  saved: 0,
  copied: opened === 'copied' ? 1 : 0,
  journaled: 0,
  sent: null,
  isSaveQueued: false,
  failure: null,
  failures: 0,
})

/** Something was typed that is in no version. */
export const isUnsaved = ({ edited, saved }: SaveState) => edited > saved
/** Something was typed that the server does not hold. */
export const isBehind = ({ edited, saved, copied }: SaveState) => edited > Math.max(saved, copied)
/** Something was typed that would be lost with this page. */
export const isAtRisk = (state: SaveState) => isBehind(state) && state.edited > state.journaled

export function reduce(state: SaveState, event: SaveEvent): Transition {
  switch (event.type) {
    case 'edited':
      return edit(state)
    case 'journaled':
      return stay({ ...state, journaled: Math.max(state.journaled, event.edit) })
    case 'save':
      return save(state)
    case 'autosave':
      return autosave(state)
    case 'succeeded':
      return succeed(state)
    case 'failed':
      return fail(state, event.failure)
    case 'offline':
      return stay(state.failure === null ? { ...state, failure: 'offline' } : state)
    case 'online':
      return state.failure === 'offline' ? autosave({ ...state, failure: null, failures: 0 }) : stay(state)
    case 'signed-in':
      return signIn(state)
    case 'resolved':
      return save({ ...state, edited: state.edited + 1, failure: null })
    case 'restarted':
      return stay({ ...state, saved: state.edited, isSaveQueued: false, failure: null, failures: 0 })
    case 'copied':
      return stay({ ...state, copied: Math.max(state.copied, event.edit) })
  }
}

const stay = (state: SaveState): Transition => [state, []]

function edit(state: SaveState): Transition {
  // What was refused may be fine now.
  const failure = state.failure === 'refused' ? null : state.failure
  return [
    { ...state, failure, edited: state.edited + 1 },
    canAutosave(state) ? [{ do: 'wait-for-pause' }] : [],
  ]
}

/** While people decide, only they go on: a dialog is open, or the article is gone. */
const isStopped = ({ failure }: SaveState) =>
  failure === 'conflict' || failure === 'signed-out' || failure === 'not-found'

const canAutosave = (state: SaveState) => !isStopped(state)

function save(state: SaveState): Transition {
  if (state.sent) return stay({ ...state, isSaveQueued: true })
  if (state.failure === 'signed-out') return [{ ...state, isSaveQueued: true }, [{ do: 'sign-in' }]]
  if (state.failure === 'conflict') return [state, [{ do: 'merge' }]]
  return send(state, 'save')
}

function autosave(state: SaveState): Transition {
  if (state.sent || !canAutosave(state) || !isBehind(state)) return stay(state)
  return send(state, 'autosave')
}

function send(state: SaveState, kind: Kind): Transition {
  const isSaveQueued = kind === 'save' ? false : state.isSaveQueued
  return [{ ...state, isSaveQueued, sent: { kind, edit: state.edited } }, [{ do: 'send', kind }]]
}

function succeed(state: SaveState): Transition {
  if (!state.sent) return stay(state)
  const { kind, edit } = state.sent
  const kept =
    kind === 'save' ? { saved: Math.max(state.saved, edit) } : { copied: Math.max(state.copied, edit) }
  return settle({ ...state, ...kept, sent: null, failure: null, failures: 0 })
}

/** Nothing is under way: what waits comes first, then what was typed meanwhile. */
function settle(state: SaveState): Transition {
  if (state.sent) return stay(state)
  if (state.isSaveQueued && !isStopped(state)) return send(state, 'save')
  return [state, canAutosave(state) && isBehind(state) ? [{ do: 'wait-for-pause' }] : []]
}

function fail(state: SaveState, failure: Failure): Transition {
  if (!state.sent) return stay(state)
  const { kind } = state.sent
  const failed: SaveState = { ...state, sent: null, failure, failures: state.failures + 1 }
  switch (failure) {
    case 'conflict':
      // Another window writes in the same place: this one keeps its text in the journal until they agree.
      if (kind === 'autosave') return failPassing({ ...failed, failure: null }, kind)
      return [{ ...failed, isSaveQueued: false }, [{ do: 'merge' }]]
    case 'signed-out':
      return [{ ...failed, isSaveQueued: kind === 'save' || state.isSaveQueued }, [{ do: 'sign-in' }]]
    case 'not-found':
    case 'refused':
      return stay({ ...failed, isSaveQueued: false })
    case 'offline':
    case 'server':
      return failPassing(failed, kind)
  }
}

/** A save that failed was announced and is the writer's to repeat; one that waits is sent, and the rest goes on. */
function failPassing(state: SaveState, kind: Kind): Transition {
  if (state.isSaveQueued && kind === 'autosave') return send(state, 'save')
  const quiet = { ...state, isSaveQueued: false }
  return [quiet, canAutosave(quiet) && isBehind(quiet) ? [{ do: 'try-again', failures: quiet.failures }] : []]
}

function signIn(state: SaveState): Transition {
  if (state.failure !== 'signed-out') return stay(state)
  const signedIn = { ...state, failure: null, failures: 0 }
  return state.isSaveQueued ? send(signedIn, 'save') : autosave(signedIn)
}
