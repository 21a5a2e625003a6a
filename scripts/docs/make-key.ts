import { TOTP } from 'otpauth'

interface Account {
  EMAIL: string
  PASSWORD: string
}

/** Makes a key of an account that reads and writes. @param hasApp the account gets an authenticator app before */
export async function makeKey(site: string, { EMAIL, PASSWORD }: Account, hasApp = false): Promise<string> {
  const signedIn = await post(site, '/admin/login', { username: EMAIL, password: PASSWORD })
  const send = (path: string, body: object = {}) => post(site, `/admin/profile${path}`, body, signedIn.token)
  if (hasApp) {
    const { attempt, secret = '' } = await send('/totp/setup')
    await send('/totp', { attempt, code: new TOTP({ secret }).generate() })
  }
  const { token = '' } = await send('/keys', { name: 'Calls', scope: 'write' })
  return token
}

async function post(site: string, path: string, body: object, token = ''): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json() as Promise<Record<string, string>>
}
