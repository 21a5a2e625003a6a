import { type APIRequestContext, request } from '@playwright/test'
import { type Stack, startStack } from '../../../../scripts/stack.ts'

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
export interface Site {
  stack: Stack
  /** Calls as the admin. */
  api: APIRequestContext
  signIn(account: { username: string; password: string }): Promise<string>
  write(draft: Draft): Promise<number>
}

export interface Draft {
  title: string
  content?: unknown[]
  published?: boolean
  /** Makes a second version. */
  editedTo?: { title: string; content: unknown[] }
}

/** A site with an admin and nothing else. */
export async function startSite(running: AsyncDisposableStack): Promise<Site> {
  const env = { ADMIN_EMAIL: admin.username, ADMIN_PASSWORD: admin.password }
  const stack = running.use(await startStack({ env }))
  const visitor = await request.newContext({ baseURL: stack.url })
  running.defer(() => visitor.dispose())

  async function signIn({ username, password }: { username: string; password: string }): Promise<string> {
    const response = await visitor.post('/admin/login', { data: { username, password } })
    return (await response.json()).token
  }
  const authorization = `Bearer ${await signIn(admin)}`
  const api = await request.newContext({ baseURL: stack.url, extraHTTPHeaders: { authorization } })
  running.defer(() => api.dispose())

  async function write({ title, content = [], published, editedTo }: Draft): Promise<number> {
    const { article } = await (await api.post('/admin/articles', { data: { title, content } })).json()
    if (editedTo) await api.put(`/admin/articles/${article.id}`, { data: editedTo })
    if (published) await api.put(`/admin/articles/${article.id}/publish`)
    return article.id
  }
  return { stack, api, signIn, write }
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

export const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })
