import { type Account, type Draft, signIn, startTestSite, type TestSite, write } from '../test-site.ts'

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

/** A running Nightdesk, with functions that set up its state. */
export interface Site extends Pick<TestSite, 'stack' | 'api'> {
  signIn(account: Account): Promise<string>
  write(draft: EditedDraft): Promise<number>
}

export interface EditedDraft extends Draft {
  /** Saves a second version. */
  editedTo?: { title: string; content: unknown[] }
}

/** Starts a site that has only an admin. */
export async function startSite(running: AsyncDisposableStack): Promise<Site> {
  const { stack, api } = running.use(await startTestSite([], admin))
  return {
    stack,
    api,
    signIn: (account) => signIn(stack, account),
    async write({ editedTo, ...draft }) {
      const id = await write(api, draft)
      if (editedTo) await api.put(`/admin/articles/${id}`, { data: editedTo })
      return id
    },
  }
}

/** Adds the accounts that rows use. */
export async function addAccounts({ api }: Site): Promise<void> {
  for (const { name, username, password } of [author, newcomer, retired]) {
    await api.post('/admin/users', { data: { full_name: name, username, password, role: 'author' } })
  }
  const users: { id: number; username: string }[] = await (await api.get('/admin/users')).json()
  const id = users.find(({ username }) => username === retired.username)?.id
  await api.patch(`/admin/users/${id}/status`, { data: { status: 'disabled' } })
}
