import { expect } from '@playwright/test'
import { press, submit } from '../acts.ts'
import { rowWith } from '../regions.ts'
import { admin } from '../site.ts'
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
  const page = await stage.open({ screen: '/admin/profile' })
  await press(/^Edit/)(page)
  await page.getByLabel('Full name').fill('Somebody Else')
  await press('Cancel')(page)
  await expect(page.getByText('Somebody Else')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(admin.name).first()).toBeVisible()
  await press(/^Edit/)(page)
  await expect(page.getByLabel('Full name')).toHaveValue(admin.name)
})

test('passwords that differ are not sent', async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/profile' })
  const sent = countCalls(page, 'profile.changePassword')
  await submit('Change Password', {
    'Current Password': admin.password,
    'New Password': 'nine lanterns',
    'Confirm Password': 'ten lanterns',
  })(page)
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(sent()).toBe(0)
})
