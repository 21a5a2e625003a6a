import { changePassword } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { withConfirmation } from './credentials.tsx'

const schema = withConfirmation(changePassword, 'new_password')
const passwords = { current_password: 'old one', new_password: 'new one', confirm_password: 'new one' }

test('matching passwords are sent without the confirmation', () => {
  const result = schema.safeParse(passwords)
  expect(result).toEqual({ success: true, data: { current_password: 'old one', new_password: 'new one' } })
})

test('different passwords are refused at the confirmation field', () => {
  const result = schema.safeParse({ ...passwords, confirm_password: 'other' })
  const issues = [{ path: ['confirm_password'], message: 'Passwords do not match' }]
  expect(result).toEqual({ success: false, error: { issues } })
})

test('a short password is refused before the comparison', () => {
  const result = schema.safeParse({ ...passwords, new_password: '12345' })
  const issues = [{ message: 'Password must be at least 6 characters long' }]
  expect(result).toMatchObject({ error: { issues } })
})
