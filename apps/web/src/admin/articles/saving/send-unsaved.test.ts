import { expect, test } from 'vitest'
import { createSaver, createStore, sendUnsaved } from './draft-editor.ts'
import type { Failure, Kind } from './save-machine.ts'

/** A saver whose requests the test answers. */
function startSaver() {
  const { subscribe, setState } = createStore({})
  const requests: { kind: Kind; answer(failure: Failure | null): void }[] = []
  const saver = createSaver({
    source: 'saved',
    send: (kind) => new Promise((answer) => requests.push({ kind, answer })),
    isOpen: () => true,
    merge() {},
    askToSignIn() {},
    onChange: () => setState({}),
  })
  const type = () => saver.dispatch({ type: 'edited' })
  return { saver, requests, type, sendUnsaved: () => sendUnsaved(saver, subscribe) }
}

test('changes made during a request are sent after it', async () => {
  const { saver, requests, type, sendUnsaved } = startSaver()
  type()
  saver.dispatch({ type: 'autosave' })
  type()
  const isSent = sendUnsaved()
  expect(requests).toHaveLength(1)
  requests[0]?.answer(null)
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.answer(null)

  expect(await isSent).toBe(true)
  saver.stop()
})

test('nothing is sent when the server has everything', async () => {
  const { requests, sendUnsaved } = startSaver()
  expect(await sendUnsaved()).toBe(true)
  expect(requests).toEqual([])
})

test('the result is false when the server cannot be reached', async () => {
  const { saver, requests, type, sendUnsaved } = startSaver()
  type()
  const isSent = sendUnsaved()
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.answer('offline')

  expect(await isSent).toBe(false)
  saver.stop()
})
