import { expect } from '@playwright/test'
import { admin, author } from '../accounts.ts'
import { follow, press, submit } from '../acts.ts'
import { rowWith } from '../regions.ts'
import { test } from '../test.ts'
import { countCalls } from '../time.ts'

test('nobody can disable their own account, nor after another admin has given it another email', async ({
  stage,
}) => {
  const page = await stage.open({ screen: '/admin/profile' })
  await page.evaluate(() => localStorage.setItem('username', 'before@example.org'))
  await page.goto('/admin/users')
  const own = rowWith(admin.username).find(page)
  await expect(own).toBeVisible()
  await expect(own.getByRole('button', { name: 'Disable', disabled: false })).toHaveCount(0)
})

test('Cancel restores the profile', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/profile' })
  await press(/^Edit/)(page)
  await page.getByLabel('Full name').fill('Somebody Else')
  await press('Cancel')(page)
  await expect(page.getByText('Somebody Else')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(admin.name).first()).toBeVisible()
  await press(/^Edit/)(page)
  await expect(page.getByLabel('Full name')).toHaveValue(admin.name)
})

test('the profile has the email that an admin has given it meanwhile, and is saved with it', async ({
  stage,
}) => {
  const page = await stage.open({ screen: '/admin/articles', who: 'author' })
  await expect(page.getByRole('link', { name: 'Profile', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users', exact: true }), 'the role is known').toHaveCount(0)
  const { api } = await stage.site()
  const users: { id: number; username: string }[] = await (await api.get('/admin/users')).json()
  const { id } = users.find(({ username }) => username === author.username) ?? {}
  const give = (username: string) => api.patch(`/admin/users/${id}`, { data: { username } })
  await give('odhiambo@example.org')
  try {
    await follow('Profile')(page)
    await expect(page.getByText('odhiambo@example.org')).toBeVisible()
    await press('Edit Profile', 'Save Changes')(page)
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
  } finally {
    await give(author.username)
  }
})

test('passwords that differ are not sent', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/profile' })
  const sent = countCalls(page, 'profile.changePassword')
  await submit('Change Password', {
    'Current Password': admin.password,
    'New Password': 'nine lanterns',
    'Confirm Password': 'ten lanterns',
  })(page)
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(sent()).toBe(0)
})
