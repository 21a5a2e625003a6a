import type { Version } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { createMoments } from './moments.ts'

/** Versions that arrive when the test says so. */
function createServer() {
  const asked: number[] = []
  const answers = new Map<number, PromiseWithResolvers<Version>>()
  const load = (id: number) => {
    asked.push(id)
    const answer = Promise.withResolvers<Version>()
    answers.set(id, answer)
    return answer.promise
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    asked,
    load,
    async answer(id: number) {
      answers.get(id)?.resolve({ id } as Version) // the rest is not read
      await settled()
    },
    async fail(id: number) {
      answers.get(id)?.reject(new Error('Offline'))
      await settled()
    },
  }
}

const shown = ({ getState }: ReturnType<typeof createMoments>) => getState().version?.id

test('a loaded version is shown at once, and again without a request', async () => {
  const server = createServer()
  const moments = createMoments(server.load)
  moments.show(1)
  expect(moments.getState().isLoading).toBe(true)
  await server.answer(1)
  moments.show(2)
  await server.answer(2)

  moments.show(1)

  expect(moments.getState()).toMatchObject({ version: { id: 1 }, isLoading: false })
  expect(server.asked).toEqual([1, 2])
})

test('a drag over many versions asks for the first and the last', async () => {
  const server = createServer()
  const moments = createMoments(server.load)
  for (let id = 1; id <= 100; id++) moments.show(id)
  await server.answer(1)
  expect(shown(moments)).toBe(1)
  await server.answer(100)

  expect(shown(moments)).toBe(100)
  expect(server.asked).toEqual([1, 100])
})

test('the likely next ones are loaded after the wanted one', async () => {
  const server = createServer()
  const moments = createMoments(server.load)
  moments.show(5, [6, 7])
  expect(server.asked).toEqual([5])
  await server.answer(5)
  expect(server.asked).toEqual([5, 6, 7])
  await server.answer(6)

  moments.show(6)

  expect(shown(moments)).toBe(6)
})

test('an answer for a version that is no longer wanted replaces no later one', async () => {
  const server = createServer()
  const moments = createMoments(server.load)
  moments.show(1)
  await server.answer(1)
  moments.show(2)
  moments.show(1)
  await server.answer(2)

  expect(moments.getState()).toMatchObject({ version: { id: 1 }, isLoading: false })
})

test('after a failure, the version before stays, and showing the failed one tries again', async () => {
  const server = createServer()
  const moments = createMoments(server.load)
  moments.show(1)
  await server.answer(1)
  moments.show(2)
  await server.fail(2)
  expect(moments.getState()).toMatchObject({
    version: { id: 1 },
    isLoading: false,
    error: { message: 'Offline' },
  })

  moments.show(2)
  await server.answer(2)

  expect(moments.getState()).toMatchObject({ version: { id: 2 }, error: undefined })
})
