import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, nothing } from './fields.ts'
import { fullName, password, role, username } from './users.ts'

export const profileFields = z.object({ username: z.string(), full_name: z.string(), role })
export type Profile = z.infer<typeof profileFields>

export const changePassword = z.object({
  current_password: z.string('Password is required').min(1, 'Password is required').max(1024),
  new_password: password,
})

export const profile = {
  get: endpoint('GET /admin/profile', {
    access: 'author',
    summary: 'The caller’s own profile',
    input: nothing,
    output: profileFields,
  }),
  update: endpoint('PATCH /admin/profile', {
    access: 'author',
    summary: 'Change the caller’s own profile',
    input: z.object({ username: username.optional(), full_name: fullName.optional() }),
    output: profileFields,
  }),
  changePassword: endpoint('POST /admin/profile/password', {
    access: 'author',
    summary: 'Change the own password; the calling session goes on, the others end',
    input: changePassword,
    output: done,
    reply: 'success',
  }),
}
