import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { createShedding } from '../http/overload.ts'
import { createPasswords } from './passwords.ts'

const shedding = createShedding({ warn() {} })
const passwords = createPasswords(shedding)

test('a password matches only its own hash, byte for byte', async () => {
  const hash = await passwords.hash('Grüße ')

  expect(hash).toContain('$argon2id$v=19$m=65536,p=1,t=3$')
  const tried = ['Grüße ', 'Grüße', 'grüße ', 'Gru\u0308ße ']
  expect(await Promise.all(tried.map((password) => passwords.verify(hash, password)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('no password matches the hash of a missing account', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
})

test('a failed hash is not remembered for accounts that do not exist', async () => {
  const hash = vi.fn(async () => 'a hash').mockRejectedValueOnce(new Error('out of memory'))
  const passwords = createPasswords(shedding, { hash, verify: async () => false })

  await expect(passwords.verify(null, 'guess')).rejects.toThrow('out of memory')
  expect(await passwords.verify(null, 'guess')).toBe(false)
})

test('beyond the queue, callers are refused with a time to retry', async () => {
  const turn = Promise.withResolvers<boolean>()
  const busy = createPasswords(shedding, { hash: async () => 'a hash', verify: () => turn.promise })

  const guesses = Array.from({ length: 200 }, () => busy.verify(null, 'guess'))
  const answers = Promise.allSettled(guesses)
  // No check has run yet, so the first result is a refusal.
  await expect(Promise.race(guesses)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  turn.resolve(false)

  const refused = (await answers).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(200 - availableParallelism() - 32)
})
