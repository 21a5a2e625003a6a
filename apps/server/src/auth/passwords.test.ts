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
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(null, 'guess')))

  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(60)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})
