import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('a password opens its own hash only, to the byte', async () => {
  const hash = await passwords.hash('Grüße ')

  const tried = ['Grüße ', 'Grüße', 'grüße ', 'Gru\u0308ße ']
  expect(await Promise.all(tried.map((password) => passwords.verify(hash, password)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('nobody’s hash is opened by no password, its own included', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
})

test('beyond the queue, callers are asked to come back instead of waiting', async () => {
  const turn = Promise.withResolvers<boolean>()
  const busy = createPasswords({ hash: async () => 'a hash', verify: () => turn.promise })

  const guesses = Array.from({ length: 200 }, () => busy.verify(null, 'guess'))
  const answers = Promise.allSettled(guesses)
  // Nobody has had a turn: only a refusal can come first.
  await expect(Promise.race(guesses)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  turn.resolve(false)

  const refused = (await answers).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(200 - availableParallelism() - 32)
})
