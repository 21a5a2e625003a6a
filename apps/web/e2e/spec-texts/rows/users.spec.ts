import type { Page } from '@playwright/test'
import { admin, newcomer, retired } from '../accounts.ts'
import { press } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { landmark, rowWith } from '../regions.ts'
import { failures, rowsOf } from '../row.ts'

const SCREEN = '/admin/users'

const table = landmark('table')
const toggle = (name: string, button: string) => (page: Page) =>
  rowWith(name).find(page).getByRole('button', { name: button }).click()
const disable = { when: 'an account is disabled', act: toggle(newcomer.name, 'Disable') }
const enable = { when: 'an account is enabled', act: toggle(retired.name, 'Enable') }
const change = {
  when: 'a role is changed',
  act: makeEditor,
}

expectTexts('users', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'User', as: 'columnheader' },
    { text: 'Status', as: 'columnheader' },
    { text: 'Last Login', as: 'columnheader' },
    { text: 'Role', as: 'columnheader' },
    { text: 'Actions', as: 'columnheader' },
    { text: admin.name, inside: table },
    { text: admin.username, inside: table },
    { text: 'Never', inside: rowWith(newcomer.name) },
    { text: 'disabled', inside: rowWith(retired.name) },
    { text: 'New User', as: 'link', to: '/admin/users/new' },
    { text: 'Disable', as: 'button', inside: rowWith(newcomer.name) },
    { text: 'Enable', as: 'button', inside: rowWith(retired.name) },
    { ...disable, text: 'Success', as: 'notice', detail: 'User disabled successfully' },
    { ...enable, text: 'Success', as: 'notice', detail: 'User active successfully' },
    { ...change, text: 'Success', as: 'notice', detail: 'User updated successfully' },
  ]),
  ...failures(SCREEN, 'users.update', [
    { ...change, text: 'Error', as: 'notice', detail: 'Failed to update user. Please try again.' },
  ]),
  ...failures(SCREEN, 'users.setStatus', [
    {
      when: 'an account is changed',
      act: (page: Page) =>
        page
          .getByRole('button', { name: /^(Disable|Enable)$/, disabled: false })
          .first()
          .click(),
      text: 'Error',
      as: 'notice',
      detail: 'Failed to update user status. Please try again.',
    },
  ]),
  ...rowsOf('/admin/users/new', undefined, [{ text: 'New User', as: 'heading' }]),
])

async function makeEditor(page: Page) {
  await rowWith(retired.name).find(page).getByRole('combobox').selectOption('editor')
  await press('Change Role')(page)
}
