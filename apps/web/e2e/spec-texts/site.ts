import { type Account, type Desk, type Draft, signIn, startDesk, write } from '../desk.ts'

export const admin = {
  name: 'Wanjiru Kamau',
  username: 'wanjiru.kamau@example.org',
  password: 'seven lanterns',
}
export const author = { name: 'Otieno Odhiambo', username: 'otieno@example.org', password: 'eight lanterns' }
/** An account that nobody has signed in to. */
export const newcomer = { name: 'Achieng Ouma', username: 'achieng@example.org', password: 'nine lanterns' }
/** An account that has been disabled. */
export const retired = { name: 'Kariuki Mwangi', username: 'kariuki@example.org', password: 'ten lanterns' }

/** A running Nightdesk and the ways to bring it into a state. */
export interface Site extends Pick<Desk, 'stack' | 'api'> {
  signIn(account: Account): Promise<string>
  write(draft: EditedDraft): Promise<number>
}

export interface EditedDraft extends Draft {
  /** Makes a second version. */
  editedTo?: { title: string; content: unknown[] }
}

/** A site with an admin and nothing else. */
export async function startSite(running: AsyncDisposableStack): Promise<Site> {
  const { stack, api } = running.use(await startDesk([], admin))
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

/** What the table counts on: accounts of every kind. */
export async function addAccounts({ api }: Site): Promise<void> {
  for (const { name, username, password } of [author, newcomer, retired]) {
    await api.post('/admin/users', { data: { full_name: name, username, password, role: 'author' } })
  }
  const users: { id: number; username: string }[] = await (await api.get('/admin/users')).json()
  const id = users.find(({ username }) => username === retired.username)?.id
  await api.patch(`/admin/users/${id}/status`, { data: { status: 'disabled' } })
}
