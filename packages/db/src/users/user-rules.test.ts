import { expect, test } from 'vitest'
import { checkChange } from './user-rules.ts'

const admin = { id: 1, role: 'admin', status: 'active' } as const

test.each([
  ['disabled', { role: 'admin', status: 'disabled' }],
  ['made an editor', { role: 'editor', status: 'active' }],
] as const)('the last active admin cannot be %s, not even by the operator', (_, after) => {
  expect(() => checkChange(null, admin, after, 0)).toThrow('This is the last active admin')
  expect(() => checkChange(null, admin, after, 1)).not.toThrow()
})

test('nobody changes the status of their own account', () => {
  const change = () => checkChange(1, admin, { role: 'admin', status: 'disabled' }, 5)

  expect(change).toThrow('You cannot change the status of your own account')
})
