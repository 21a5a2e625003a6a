import type {
  Article,
  Block,
  Role,
  SignedIn,
  User,
  Version,
  VersionSummary,
} from '../../packages/contracts/src/index.ts'

/** Milliseconds after which a request is aborted. */
const ANSWER_LIMIT = 10_000

export interface Answer<T> {
  /** 0 when the connection broke, so that the outcome of the request is unknown. */
  status: number
  /** A T for status 2xx, otherwise any JSON. */
  body: T
  /** Empty when the connection broke. */
  headers: Headers
}

interface Changes {
  content?: Block[]
  base_version?: number
}

/** The REST calls of an author, over the network. */
export interface Api {
  create(title: string, content: Block[]): Promise<Answer<{ article: Article }>>
  save(id: number, changes: Changes): Promise<Answer<{ article: Article }>>
  move(id: number, to: 'publish' | 'draft'): Promise<Answer<{ article: Article }>>
  read(id: number): Promise<Answer<Article>>
  /** A page of the history without contents, newest first. @param before the last `version_number` of the previous page */
  versions(id: number, before?: number): Promise<Answer<{ data: VersionSummary[] }>>
  version(id: number, versionId: number): Promise<Answer<{ data: Version }>>
  addUser(account: Admin, role: Role): Promise<Answer<User>>
}

export interface Admin {
  username: string
  password: string
}

/** @throws when the credentials are refused */
export const signIn = async (url: string, account: Admin): Promise<Api> =>
  withToken(url, await openSession(url, account))

/** @returns the token. @throws when the credentials are refused */
export async function openSession(url: string, { username, password }: Admin): Promise<string> {
  const { status, body } = await call<SignedIn>(`${url}/admin/login`, 'POST', { username, password })
  if (status !== 200) throw new Error(`Signing in was answered with ${status}`)
  return body.token
}

export async function endSession(url: string, token: string): Promise<void> {
  await fetch(`${url}/admin/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

export function withToken(url: string, token: string): Api {
  const headers = { authorization: `Bearer ${token}` }
  const article = (id: number) => `${url}/admin/articles/${id}`
  return {
    create: (title, content) => call(`${url}/admin/articles`, 'POST', { title, content }, headers),
    save: (id, changes) => call(article(id), 'PUT', changes, headers),
    move: (id, to) => call(`${article(id)}/${to}`, 'PUT', {}, headers),
    read: (id) => call(article(id), 'GET', undefined, headers),
    versions: (id, before) =>
      call(
        `${article(id)}/versions?limit=100${before ? `&before=${before}` : ''}`,
        'GET',
        undefined,
        headers,
      ),
    version: (id, versionId) => call(`${article(id)}/versions/${versionId}`, 'GET', undefined, headers),
    addUser: (account, role) =>
      call(`${url}/admin/users`, 'POST', { ...account, full_name: 'Somebody Else', role }, headers),
  }
}

/** Sends a request with an optional JSON body. Never throws: a broken connection has status 0. */
export async function call<T>(
  url: string,
  method: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  try {
    const response = await fetch(url, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT),
    })
    // as the contract says
    return { status: response.status, body: (await response.json()) as T, headers: response.headers }
  } catch {
    // As T, since callers check the status before they read the body.
    return { status: 0, body: undefined as T, headers: new Headers() }
  }
}

/** Returns the body of a successful answer. @throws for any other */
export async function expectSuccess<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await answer
  if (status >= 200 && status < 300) return body
  throw new Error(`A request that has to succeed was answered with ${status}`)
}

/** All versions of an article with their contents. @throws when one cannot be read */
export async function wholeHistory(api: Api, id: number): Promise<Version[]> {
  const history: Version[] = []
  for (;;) {
    const { data: page } = await expectSuccess(api.versions(id, history.at(-1)?.version_number))
    if (page.length === 0) return history
    for (const version of page) history.push((await expectSuccess(api.version(id, version.id))).data)
  }
}
