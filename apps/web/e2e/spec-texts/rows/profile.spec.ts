import type { Page } from '@playwright/test'
import { author } from '../accounts.ts'
import { press, submit } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, rowsOf } from '../row.ts'

const SCREEN = '/admin/profile'

/** Sends the password form with these values. */
const passwords = (when: string, current: string, next: string, confirmed = next) => ({
  when,
  act: submit('Change Password', {
    'Current Password': current,
    'New Password': next,
    'Confirm Password': confirmed,
  }),
})

const edit = { when: 'it is edited', act: press(/^Edit/) }
const change = { when: 'it is changed', isAnew: true, act: changeName }
const changed = passwords('the password is changed', author.password, 'nine lamps')

expectTexts('profile', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'Profile Information', as: 'heading' },
    { text: 'Change Password', as: 'heading' },
    { text: 'Change Password', as: 'button' },
    { ...edit, text: 'Save Changes', as: 'button' },
    { ...edit, text: 'Cancel', as: 'button' },
    { ...change, who: 'author', text: 'Success', as: 'notice', detail: 'Profile updated successfully' },
    { ...passwords('the passwords differ', 'old one', 'new one', 'other'), text: 'Passwords do not match' },
    {
      ...passwords('the new password has five characters', 'old one', '12345'),
      text: 'Password must be at least 6 characters long',
    },
    { ...changed, who: 'author', text: 'Success', as: 'notice', detail: 'Password changed successfully' },
  ]),
  ...failures(SCREEN, 'profile.update', [{ ...change, text: 'Failed to update profile', as: 'notice' }]),
  ...failures(SCREEN, 'profile.changePassword', [
    { ...changed, text: 'Failed to change password', as: 'notice' },
  ]),
])

async function changeName(page: Page) {
  await press(/^Edit/)(page)
  await submit('Save Changes', { 'Full name': 'Otieno Oduor' })(page)
}
