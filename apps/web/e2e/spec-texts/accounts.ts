import type { TestSite } from '../test-site.ts'

export const admin = {
  name: 'Wanjiru Kamau',
  username: 'wanjiru.kamau@example.org',
  password: 'seven lanterns',
}
export const author = { name: 'Otieno Odhiambo', username: 'otieno@example.org', password: 'eight lanterns' }
/** An account that has never signed in. */
export const newcomer = { name: 'Achieng Ouma', username: 'achieng@example.org', password: 'nine lanterns' }
/** An account that has been disabled. */
export const retired = { name: 'Kariuki Mwangi', username: 'kariuki@example.org', password: 'ten lanterns' }

/** Adds them to a site that has only the admin. */
export async function addAccounts({ api }: TestSite): Promise<void> {
  for (const { name, username, password } of [author, newcomer, retired]) {
    await api.post('/admin/users', { data: { full_name: name, username, password, role: 'author' } })
  }
  const users: { id: number; username: string }[] = await (await api.get('/admin/users')).json()
  const id = users.find(({ username }) => username === retired.username)?.id
  await api.patch(`/admin/users/${id}/status`, { data: { status: 'disabled' } })
}
