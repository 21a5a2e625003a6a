/** Makes a key of an account that reads and writes. */
export async function makeKey(site: string, account: { EMAIL: string; PASSWORD: string }): Promise<string> {
  const { token } = await post(site, '/admin/login', { username: account.EMAIL, password: account.PASSWORD })
  const made = await post(site, '/admin/profile/keys', { name: 'Calls', scope: 'write' }, token)
  return made.token
}

async function post(site: string, path: string, body: object, token = ''): Promise<{ token: string }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json() as Promise<{ token: string }>
}
