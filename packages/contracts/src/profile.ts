import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, nothing, text } from './fields.ts'
import { fullName, password, role, username } from './users.ts'

export const profileFields = z.object({ username: z.string(), full_name: z.string(), role })
export type Profile = z.infer<typeof profileFields>

export const changePassword = z.object({
  current_password: text('Password', 1024).min(1, 'Password is required'),
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
