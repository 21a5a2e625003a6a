import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant, nothing, requiredText } from './fields.ts'
import { fullName, password, role, username } from './users.ts'

export const signedIn = z.object({
  token: z.string(),
  username: z.string(),
  full_name: z.string(),
  role,
  expires_at: instant,
})
export type SignedIn = z.infer<typeof signedIn>

export const credentials = z.object({ username, password })

export const auth = {
  login: endpoint('POST /admin/login', {
    access: 'public',
    summary: 'Sign in; the token goes into the Authorization header as a bearer token',
    input: credentials,
    output: signedIn,
  }),
  logout: endpoint('POST /admin/logout', {
    access: 'author',
    summary: 'End the calling session',
    input: nothing,
    output: done,
    reply: 'empty',
  }),
  setup: endpoint('POST /admin/setup', {
    access: 'public',
    summary: 'Create the first admin with the one-time link of the first start; gone once a user exists',
    input: z.object({ token: requiredText('Token', 200), username, full_name: fullName, password }),
    output: signedIn,
    status: 201,
  }),
}
