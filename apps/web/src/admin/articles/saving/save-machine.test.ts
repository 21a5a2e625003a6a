import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Failure,
  isBehind,
  isUnsaved,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'
import { tryManyRuns } from './testing/save-machine.ts'

function run(events: SaveEvent[], from = newState()) {
  let state = from
  const effects: SaveEffect[] = []
  for (const event of events) {
    const [next, added] = reduce(state, event)
    state = next
    effects.push(...added)
  }
  return { state, effects }
}

const failed = (failure: Failure): SaveEvent => ({ type: 'failed', failure })
const edited: SaveEvent = { type: 'edited' }
const save: SaveEvent = { type: 'save' }
const autosave: SaveEvent = { type: 'autosave' }
const succeeded: SaveEvent = { type: 'succeeded' }
const sent = (effects: SaveEffect[]) =>
  effects.flatMap((effect) => (effect.do === 'send' ? [effect.kind] : []))

test('for any order of events, only one request is under way, no change is forgotten, and progress continues', () => {
  tryManyRuns(500)
})

test('a save during an autosave is sent next', () => {
  const { effects } = run([edited, autosave, save, succeeded])
  expect(sent(effects)).toEqual(['autosave', 'save'])
})

test('a change during a request is not part of it', () => {
  const { state } = run([edited, save, edited, succeeded])
  expect(isBehind(state)).toBe(true)
})

test('a working copy that was opened is not sent again, and counts as unsaved', () => {
  const { state, effects } = run([autosave], newState('copied'))
  expect(sent(effects)).toEqual([])
  expect([isUnsaved(state), isBehind(state)]).toEqual([true, false])
})

test('a merge made while opening is sent', () => {
  expect(sent(run([autosave], newState('merged')).effects)).toEqual(['autosave'])
})

test('a change that was sent outside of the machine is not sent again, later changes are', () => {
  const { state, effects } = run([edited, { type: 'copied', edit: 1 }, autosave])
  expect(sent(effects)).toEqual([])
  expect(sent(run([edited, autosave], state).effects)).toEqual(['autosave'])
})

test.each(['offline', 'server'] as const)('after %s the text stays dirty and is retried', (failure) => {
  const { state, effects } = run([edited, autosave, failed(failure)])
  expect(isBehind(state)).toBe(true)
  expect(effects.at(-1)).toEqual({ do: 'try-again', failures: 1 })
})

test('coming online sends unsaved changes at once', () => {
  const { effects } = run([edited, autosave, failed('offline'), { type: 'online' }])
  expect(sent(effects)).toEqual(['autosave', 'autosave'])
})

test('a conflict starts a merge, and nothing is sent until it is resolved', () => {
  const { state, effects } = run([edited, save, failed('conflict'), edited, autosave])
  expect(sent(effects)).toEqual(['save'])
  expect(effects).toContainEqual({ do: 'merge' })
  expect(sent(run([{ type: 'resolved' }], state).effects)).toEqual(['save'])
})

test('a conflict of working copies is retried with growing delays, and a save is sent first', () => {
  const { state, effects } = run([edited, autosave, failed('conflict'), autosave, failed('conflict')])
  const tries = effects.filter((effect) => effect.do === 'try-again')
  expect(tries.map(({ failures }) => failures)).toEqual([1, 2])
  expect(state.failure).toBeNull()
  expect(sent(run([save, succeeded], state).effects)).toEqual(['save'])
})

test('a save without a session is sent after sign-in', () => {
  const { effects } = run([edited, save, failed('signed-out'), edited, autosave, { type: 'signed-in' }])
  expect(effects).toContainEqual({ do: 'sign-in' })
  expect(sent(effects)).toEqual(['save', 'save'])
})

test('a save that could not reach the server is sent again, until it does, and then once', () => {
  const { state, effects } = run([edited, autosave, succeeded, save, failed('offline')])
  expect(effects.at(-1)).toEqual({ do: 'try-again', failures: 1 })
  const after = run([autosave, failed('offline'), { type: 'online' }, succeeded, autosave], state)
  expect(sent(after.effects)).toEqual(['save', 'save'])
})

test('a save that the server could not do is not sent again by itself', () => {
  const { effects } = run([edited, save, failed('server'), autosave])
  expect(sent(effects)).toEqual(['save', 'autosave'])
})

test('a refused text is not sent again until it changes', () => {
  const { state, effects } = run([edited, autosave, failed('refused')])
  expect(effects.at(-1)).toEqual({ do: 'send', kind: 'autosave' })
  expect(run([edited], state).effects).toEqual([{ do: 'wait-for-pause' }])
})

test('words whose save was refused go to the working copy', () => {
  const { state, effects } = run([edited, save, failed('refused')])
  expect(effects.at(-1)).toEqual({ do: 'wait-for-pause' })
  expect(sent(run([autosave, succeeded], state).effects)).toEqual(['autosave'])
})

test.each(['not-found', 'refused'] as const)(
  'a save that waits for an autosave is sent when that is %s',
  (failure) => {
    const { state, effects } = run([edited, autosave, save, failed(failure)])
    expect(sent(effects)).toEqual(['autosave', 'save'])
    expect(reduce(state, failed(failure))[0]).toEqual({ ...state, sent: null, failure, failures: 2 })
  },
)

test('reduce never mutates the state', () => {
  const freeze = (state: SaveState) =>
    Object.freeze({ ...state, sent: state.sent && Object.freeze(state.sent) })
  fc.assert(
    fc.property(fc.array(fc.constantFrom(edited, save, autosave, succeeded, failed('server'))), (events) => {
      let state = freeze(newState())
      for (const event of events) state = freeze(reduce(state, event)[0])
    }),
    { numRuns: 100 },
  )
})
