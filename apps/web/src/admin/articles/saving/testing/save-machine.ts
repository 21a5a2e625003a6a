import fc from 'fast-check'
import {
  isBehind,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from '../save-machine.ts'

const FAILURES = ['conflict', 'not-found', 'signed-out', 'offline', 'server', 'refused'] as const

const anyEvent: fc.Arbitrary<SaveEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<SaveEvent>({ type: 'edited' }) },
  { weight: 4, arbitrary: fc.constantFrom<SaveEvent>({ type: 'save' }, { type: 'autosave' }) },
  { weight: 4, arbitrary: fc.constant<SaveEvent>({ type: 'succeeded' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...FAILURES).map((failure): SaveEvent => ({ type: 'failed', failure })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<SaveEvent>(
      { type: 'online' },
      { type: 'offline' },
      { type: 'signed-in' },
      { type: 'resolved' },
      { type: 'restarted' },
    ),
  },
  { weight: 1, arbitrary: fc.nat(60).map((edit): SaveEvent => ({ type: 'copied', edit })) },
)

const anyOpened = fc.constantFrom('saved', 'copied', 'merged')

/** The true state, tracked independently of the machine. */
interface Model {
  state: SaveState
  newest: number
  /** The newest edits that the server has acknowledged, in a version and in the working copy. */
  inVersion: number
  inCopy: number
  /** The contents of the request under way. */
  inFlight: { kind: 'save' | 'autosave'; edit: number } | null
  /** A timer will send unsaved changes. */
  isTimerSet: boolean
  isSaveAsked: boolean
}

/**
 * Runs random events through the save machine, and compares it with a model.
 * @throws with the shortest sequence that violates an invariant
 */
export function tryManyRuns(numRuns: number): void {
  fc.assert(
    fc.property(anyOpened, fc.array(anyEvent, { maxLength: 60 }), (source, events) => {
      const state = newState(source)
      const model: Model = {
        state,
        newest: state.edited,
        inVersion: 0,
        inCopy: state.copied,
        inFlight: null,
        // A merged text is sent right after it is opened.
        isTimerSet: true,
        isSaveAsked: false,
      }
      for (const event of events) if (canHappen(model, event)) step(model, event)
    }),
    { numRuns },
  )
}

/** A request ends only after it was sent, a conflict is resolved only if there is one, and only existing edits arrive. */
function canHappen({ inFlight, state, newest }: Model, event: SaveEvent): boolean {
  const { type } = event
  if (type === 'copied') return event.edit <= newest
  if (type === 'succeeded' || type === 'failed') return inFlight !== null
  if (type === 'resolved') return state.failure === 'conflict'
  return true
}

function step(model: Model, event: SaveEvent): void {
  if (event.type === 'edited' || event.type === 'resolved') model.newest++
  if (event.type === 'autosave') model.isTimerSet = false
  if (event.type === 'save') model.isSaveAsked = true
  if (event.type === 'copied') model.inCopy = Math.max(model.inCopy, event.edit)
  // The old text is stashed, and the new one is in a version.
  if (event.type === 'restarted') model.inVersion = model.newest
  if (event.type === 'succeeded') acknowledge(model)
  if (event.type === 'succeeded' || event.type === 'failed') model.inFlight = null
  const [next, effects] = reduce(model.state, event)
  for (const effect of effects) perform(model, effect, next)
  model.state = next
  checkInvariants(model)
}

function acknowledge(model: Model): void {
  if (model.inFlight?.kind === 'save') model.inVersion = Math.max(model.inVersion, model.inFlight.edit)
  if (model.inFlight?.kind === 'autosave') model.inCopy = Math.max(model.inCopy, model.inFlight.edit)
}

function perform(model: Model, effect: SaveEffect, { failure }: SaveState): void {
  if (effect.do === 'wait-for-pause' || effect.do === 'try-again') model.isTimerSet = true
  if (effect.do !== 'send') return
  invariant(model.inFlight === null, 'one request is under way at a time')
  invariant(failure !== 'conflict' || effect.kind === 'save', 'nothing is sent by itself during a conflict')
  invariant(
    !model.isSaveAsked || effect.kind === 'save',
    'a save that was asked for comes before any autosave',
  )
  model.inFlight = { kind: effect.kind, edit: model.newest }
}

function checkInvariants(model: Model): void {
  const { state } = model
  invariant(state.edited === model.newest, 'every edit is counted')
  invariant(
    state.saved <= model.inVersion || state.saved === 0,
    'nothing counts as saved that no version holds',
  )
  invariant(state.copied <= model.inCopy, 'nothing counts as copied that the working copy does not hold')
  invariant(isBehind(state) === model.newest > Math.max(model.inVersion, model.inCopy), 'dirty stays dirty')
  const isStuck = ['conflict', 'signed-out', 'not-found', 'refused'].includes(state.failure ?? '')
  const mustGoOn = (isBehind(state) || state.isSaveQueued) && !isStuck
  invariant(!mustGoOn || model.inFlight !== null || model.isTimerSet, 'what is dirty will be sent')
  if (!state.isSaveQueued) model.isSaveAsked = false
}

function invariant(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Broken: ${what}`)
}
