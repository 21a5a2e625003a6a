// A pure state machine for saving: no clock, no network, no text. Edits are numbered, and the state knows which of them
// are stored where. The draft editor performs the effects.

/** `autosave` writes the working copy. */
export type Kind = 'save' | 'autosave'
export type Failure = 'conflict' | 'not-found' | 'signed-out' | 'offline' | 'server' | 'refused'

export interface SaveState {
  /** Number of the newest edit, counted from 1; 0 means unchanged. */
  edited: number
  /** The newest edit that is saved in a version, visible to everybody who works on the article. */
  saved: number
  /** The newest edit that the working copy on the server has. */
  copied: number
  /** The request under way, one at a time. A queued save is sent again by itself, without a word when it fails again. */
  sent: { kind: Kind; edit: number; isAgain: boolean } | null
  /** A save that waits for the current request, for a sign-in, or for the line to be back. */
  isSaveQueued: boolean
  /** Why the last request failed; null after a success. */
  failure: Failure | null
  /** Number of consecutive failures. */
  failures: number
}

export type SaveEvent =
  | { type: 'edited' | 'save' | 'autosave' | 'succeeded' | 'online' | 'offline' | 'signed-in' }
  | { type: 'failed'; failure: Failure }
  /** Another person's version has been merged into the text, and the result is to be saved. */
  | { type: 'resolved' }
  /** The text has been replaced by that of a version. */
  | { type: 'restarted' }
  /** A request outside of the machine, sent when the page was hidden, has reached the working copy. */
  | { type: 'copied'; edit: number }

export type SaveEffect =
  | { do: 'send'; kind: Kind }
  /** Autosave after a pause in typing, and at the latest some time after the first unsaved edit. */
  | { do: 'wait-for-pause' }
  | { do: 'try-again'; failures: number }
  | { do: 'merge' }
  | { do: 'sign-in' }

type Transition = readonly [SaveState, readonly SaveEffect[]]

/** Where the text of a new state comes from: a version, the working copy, or a merge of both. */
export type DraftSource = 'saved' | 'copied' | 'merged'

export const newState = (source: DraftSource = 'saved'): SaveState => ({
  edited: source === 'saved' ? 0 : 1,
  saved: 0,
  copied: source === 'copied' ? 1 : 0,
  sent: null,
  isSaveQueued: false,
  failure: null,
  failures: 0,
})

/** Some edits are not in a version. */
export const isUnsaved = ({ edited, saved }: SaveState) => edited > saved
/** Some edits are not on the server. */
export const isBehind = ({ edited, saved, copied }: SaveState) => edited > Math.max(saved, copied)

export function reduce(state: SaveState, event: SaveEvent): Transition {
  switch (event.type) {
    case 'edited':
      return edit(state)
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
  // The edit may have fixed what was refused.
  const failure = state.failure === 'refused' ? null : state.failure
  return [{ ...state, failure, edited: state.edited + 1 }, isStopped(state) ? [] : [{ do: 'wait-for-pause' }]]
}

/** Nothing is sent while a person has to act: resolve a conflict, sign in, or leave an article that is gone. */
const isStopped = ({ failure }: SaveState) =>
  failure === 'conflict' || failure === 'signed-out' || failure === 'not-found'

function save(state: SaveState): Transition {
  if (state.sent) return stay({ ...state, isSaveQueued: true })
  if (state.failure === 'signed-out') return [{ ...state, isSaveQueued: true }, [{ do: 'sign-in' }]]
  if (state.failure === 'conflict') return [state, [{ do: 'merge' }]]
  return send(state, 'save')
}

/** Sends what waits: a queued save, else newer edits. */
function autosave(state: SaveState): Transition {
  if (state.sent || isStopped(state)) return stay(state)
  if (state.isSaveQueued) return send(state, 'save', true)
  return isBehind(state) ? send(state, 'autosave') : stay(state)
}

function send(state: SaveState, kind: Kind, isAgain = false): Transition {
  const isSaveQueued = kind === 'save' ? false : state.isSaveQueued
  return [{ ...state, isSaveQueued, sent: { kind, edit: state.edited, isAgain } }, [{ do: 'send', kind }]]
}

function succeed(state: SaveState): Transition {
  if (!state.sent) return stay(state)
  const { kind, edit } = state.sent
  const acknowledged =
    kind === 'save' ? { saved: Math.max(state.saved, edit) } : { copied: Math.max(state.copied, edit) }
  const answered: SaveState = { ...state, ...acknowledged, sent: null, failure: null, failures: 0 }
  if (answered.isSaveQueued) return send(answered, 'save')
  return [answered, isBehind(answered) ? [{ do: 'wait-for-pause' }] : []]
}

function fail(state: SaveState, failure: Failure): Transition {
  if (!state.sent) return stay(state)
  const { kind } = state.sent
  const failed: SaveState = { ...state, sent: null, failure, failures: state.failures + 1 }
  // The save that waits for an autosave is sent all the same: the author learns what is wrong.
  if (state.isSaveQueued && kind === 'autosave' && failure !== 'signed-out')
    return send({ ...failed, failure: null }, 'save')
  switch (failure) {
    case 'conflict':
      // Another window changes the same place: the journal keeps this text, and the autosave is retried.
      if (kind === 'autosave') return failPassing({ ...failed, failure: null }, kind)
      return [{ ...failed, isSaveQueued: false }, [{ do: 'merge' }]]
    case 'signed-out':
      return [{ ...failed, isSaveQueued: kind === 'save' || state.isSaveQueued }, [{ do: 'sign-in' }]]
    case 'not-found':
      return stay({ ...failed, isSaveQueued: false })
    case 'refused':
      // The working copy may take what a version may not have.
      return [
        { ...failed, isSaveQueued: false },
        kind === 'save' && isBehind(failed) ? [{ do: 'wait-for-pause' }] : [],
      ]
    case 'offline':
    case 'server':
      return failPassing(failed, kind)
  }
}

/**
 * After a failure that may pass: retries. A save that the server has answered is not repeated by itself; one that did not
 * reach it waits for the line.
 */
function failPassing(state: SaveState, kind: Kind): Transition {
  const isSaveQueued = kind === 'save' && state.failure === 'offline'
  const isWaiting = isSaveQueued || isBehind(state)
  return [{ ...state, isSaveQueued }, isWaiting ? [{ do: 'try-again', failures: state.failures }] : []]
}

function signIn(state: SaveState): Transition {
  if (state.failure !== 'signed-out') return stay(state)
  return autosave({ ...state, failure: null, failures: 0 })
}
