import { type APIRequestContext, type Page, request } from '@playwright/test'
import { connect } from '../../../packages/db/src/client.ts'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { paragraph } from './content.ts'
import { checkPolicy } from './policy.ts'

export const admin = { username: 'ada@example.org', password: 'seven lanterns' }
export type Account = typeof admin

/** A running Nightdesk with one admin. */
export interface TestSite extends AsyncDisposable {
  stack: Stack
  /** Sends requests as the admin. */
  api: APIRequestContext
  token: string
}

export interface Draft {
  title: string
  content?: unknown[]
  tags?: string[]
  poster_image_id?: number
  published?: boolean
}

/** Starts a site with these articles, whose ids start at 1. */
export async function startTestSite(
  drafts: Draft[] = [],
  account = admin,
  settings?: Record<string, string>,
): Promise<TestSite> {
  const stack = await startStack({ isShared: true, admin: account, env: settings })
  const token = await signIn(stack, account)
  const extraHTTPHeaders = { authorization: `Bearer ${token}` }
  const api = await request.newContext({ baseURL: stack.url, extraHTTPHeaders })
  for (const draft of drafts) await write(api, draft)
  return {
    stack,
    api,
    token,
    async [Symbol.asyncDispose]() {
      await api.dispose()
      await stack[Symbol.asyncDispose]()
    },
  }
}

/** @returns the token of a new session, which needs no confirmation however long the tests of a site take */
export async function signIn(
  { url, database_url = '' }: Stack,
  { username, password }: Account,
): Promise<string> {
  const visitor = await request.newContext({ baseURL: url })
  const { token } = await (await visitor.post('/admin/login', { data: { username, password } })).json()
  await visitor.dispose()
  const { db, close } = connect(database_url)
  const confirmed_at = new Date(Date.now() + 86_400_000).toISOString()
  await db.updateTable('sessions').set({ confirmed_at }).execute()
  await close()
  return token
}

/** @returns the id of the new article */
export async function write(api: APIRequestContext, { published, content = [], ...draft }: Draft) {
  const { article } = await (await api.post('/admin/articles', { data: { content, ...draft } })).json()
  if (published) await api.put(`/admin/articles/${article.id}/publish`)
  return article.id as number // as the contract says
}

/** A story whose readers see its first text, although a second one is saved. @returns its id */
export async function writeFrozen(api: APIRequestContext, title = 'Moss'): Promise<number> {
  const id = await write(api, { title, content: [paragraph('Public words.')] })
  await api.put(`/admin/articles/${id}`, { data: { content: [paragraph('Hidden words.')] } })
  await api.put(`/admin/articles/${id}/publish`, { data: { version_number: 1 } })
  return id
}

/** The public page of a story. */
export const wordsOf = async (api: APIRequestContext, id: number) => (await api.get(`/post/${id}`)).text()

/** Signs in a page before its first navigation, without the analytics notice. Checks the Content-Security-Policy. */
export async function signInPage(page: Page, token: string): Promise<void> {
  checkPolicy(page)
  await page.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('analytics_notice_viewed', 'true')
  }, token)
}
