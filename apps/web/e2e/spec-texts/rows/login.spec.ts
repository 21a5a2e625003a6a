import { admin } from '../accounts.ts'
import { press, submit } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, rowsOf } from '../row.ts'

const SCREEN = '/admin/login'

/** Sends the form with these values. */
const sent = (when: string, Email: string, Password: string) => ({
  when,
  act: submit('Login', { Email, Password }),
})

const right = sent('the password is right', admin.username, admin.password)
const notSent = { as: 'notice', text: 'Login failed' } as const

expectTexts('login', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'Admin sign in', as: 'heading' },
    { text: 'Email', as: 'label' },
    { text: 'Password', as: 'label' },
    { text: 'Login', as: 'button' },
    { text: 'Forgot password?', as: 'link', to: '/forgot-password' },
    { ...sent('nothing is entered', '', ''), text: 'Email is required' },
    { ...sent('nothing is entered', '', ''), text: 'Password is required' },
    { ...sent('the name has no @', 'wanjiru', 'seven lanterns'), text: 'Invalid email address' },
    { ...sent('the name has a space', 'wan jiru@example.org', 'seven'), text: 'Invalid email address' },
    {
      ...sent('the password has five characters', admin.username, '12345'),
      text: 'Password must be at least 6 characters long',
    },
    {
      ...sent('the password is wrong', admin.username, 'six lanterns'),
      ...notSent,
      detail: 'Invalid username or password',
    },
    {
      ...sent('nobody has that name', 'nobody@example.org', 'six lanterns'),
      ...notSent,
      detail: 'Invalid username or password',
    },
    { ...right, text: 'Welcome back!', as: 'notice', detail: `Successfully logged in as ${admin.name}` },
  ]),
  ...failures(SCREEN, 'auth.login', [{ ...right, ...notSent, detail: /Please try again later/ }]),
  ...rowsOf('/admin/profile', undefined, [signedOut('leaver')]),
  ...rowsOf('/admin/profile', { cutOff: 'auth.logout' }, [signedOut('admin')]),
])

function signedOut(who: 'leaver' | 'admin') {
  return {
    who,
    when: 'Sign Out is pressed',
    act: press('Sign Out'),
    text: 'Signed out',
    as: 'notice',
    detail: 'You have been successfully logged out',
  } as const
}
