import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** The module as another tab of the browser has loaded it. */
async function openTab() {
  vi.resetModules()
  return import('./local-storage.ts')
}

/** A storage that all tabs share. */
function stubStorage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}

test('a tab that made the id of the browser forgets it when another tab erases it', async () => {
  stubStorage()
  const [maker, eraser] = [await openTab(), await openTab()]
  const erased = maker.sessionId()
  eraser.forgetSession()

  const next = maker.sessionId()

  expect(next).not.toBe(erased)
  expect(eraser.sessionId()).toBe(next)
})

test('without a storage the id lasts until the page is left', async () => {
  const { sessionId } = await openTab()
  expect(sessionId()).toBe(sessionId())
})
