import fc from 'fast-check'
import {
  isBehind,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'

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
interface World {
  state: SaveState
  newest: number
  /** The newest edits that the server has acknowledged, in a version and in the working copy. */
  inVersion: number
  inCopy: number
  /** The contents of the request under way. */
  carried: { kind: 'save' | 'autosave'; edit: number } | null
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
    fc.property(anyOpened, fc.array(anyEvent, { maxLength: 60 }), (opened, events) => {
      const state = newState(opened)
      const world: World = {
        state,
        newest: state.edited,
        inVersion: 0,
        inCopy: state.copied,
        carried: null,
        // A merged text is sent right after it is opened.
        isTimerSet: true,
        isSaveAsked: false,
      }
      for (const event of events) if (canHappen(world, event)) step(world, event)
    }),
    { numRuns },
  )
}

/**
 * A request ends only after it was sent, a conflict is resolved only if there is one, and only existing edits arrive.
 */
function canHappen({ carried, state, newest }: World, event: SaveEvent): boolean {
  const { type } = event
  if (type === 'copied') return event.edit <= newest
  if (type === 'succeeded' || type === 'failed') return carried !== null
  if (type === 'resolved') return state.failure === 'conflict'
  return true
}

function step(world: World, event: SaveEvent): void {
  if (event.type === 'edited' || event.type === 'resolved') world.newest++
  if (event.type === 'autosave') world.isTimerSet = false
  if (event.type === 'save') world.isSaveAsked = true
  if (event.type === 'copied') world.inCopy = Math.max(world.inCopy, event.edit)
  // The old text is stashed, and the new one is in a version.
  if (event.type === 'restarted') world.inVersion = world.newest
  if (event.type === 'succeeded') acknowledge(world)
  if (event.type === 'succeeded' || event.type === 'failed') world.carried = null
  const [next, effects] = reduce(world.state, event)
  for (const effect of effects) perform(world, effect, next)
  world.state = next
  checkPromises(world)
}

function acknowledge(world: World): void {
  if (world.carried?.kind === 'save') world.inVersion = Math.max(world.inVersion, world.carried.edit)
  if (world.carried?.kind === 'autosave') world.inCopy = Math.max(world.inCopy, world.carried.edit)
}

function perform(world: World, effect: SaveEffect, { failure }: SaveState): void {
  if (effect.do === 'wait-for-pause' || effect.do === 'try-again') world.isTimerSet = true
  if (effect.do !== 'send') return
  promise(world.carried === null, 'one request is under way at a time')
  promise(failure !== 'conflict' || effect.kind === 'save', 'nothing is sent by itself during a conflict')
  promise(!world.isSaveAsked || effect.kind === 'save', 'a save that was asked for comes before any autosave')
  world.carried = { kind: effect.kind, edit: world.newest }
}

function checkPromises(world: World): void {
  const { state } = world
  promise(state.edited === world.newest, 'every edit is counted')
  promise(
    state.saved <= world.inVersion || state.saved === 0,
    'nothing counts as saved that no version holds',
  )
  promise(state.copied <= world.inCopy, 'nothing counts as kept that the working copy does not hold')
  promise(isBehind(state) === world.newest > Math.max(world.inVersion, world.inCopy), 'dirty stays dirty')
  const isStuck = ['conflict', 'signed-out', 'not-found', 'refused'].includes(state.failure ?? '')
  const mustGoOn = isBehind(state) && !isStuck
  promise(!mustGoOn || world.carried !== null || world.isTimerSet, 'what is dirty will be sent')
  if (!state.isSaveQueued) world.isSaveAsked = false
}

function promise(isKept: boolean, what: string): void {
  if (!isKept) throw new Error(`Broken: ${what}`)
}
