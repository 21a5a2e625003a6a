import { changePassword } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { withConfirmation } from './with-confirmation.ts'

const schema = withConfirmation(changePassword)
const passwords = { current_password: 'old one', new_password: 'new one', confirm_password: 'new one' }

test('passwords that match are sent without the confirmation', () => {
  const result = schema.safeParse(passwords)
  expect(result).toEqual({ success: true, data: { current_password: 'old one', new_password: 'new one' } })
})

test('passwords that differ are refused at the confirmation', () => {
  const result = schema.safeParse({ ...passwords, confirm_password: 'other' })
  expect(result.error?.issues).toEqual([{ path: ['confirm_password'], message: 'Passwords do not match' }])
})

test('a short password is refused before it is compared', () => {
  const result = schema.safeParse({ ...passwords, new_password: '12345' })
  expect(result.error?.issues[0]?.message).toBe('Password must be at least 6 characters long')
})
