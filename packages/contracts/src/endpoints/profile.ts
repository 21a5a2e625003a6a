import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, instant, nothing } from '../fields.ts'
import { currentPassword, fullName, password, role, username } from './users.ts'

export const profileFields = z.object({ username: z.string(), full_name: z.string(), role })
export type Profile = z.infer<typeof profileFields>

export const changePassword = z.object({
  current_password: currentPassword,
  new_password: password,
})

/** One session of the caller. */
export const session = z.object({
  id,
  /** Such as `Firefox`. */
  browser: z.string(),
  /** Such as `Windows`. */
  system: z.string(),
  /** IPv4 whole, IPv6 cut to its /64. */
  network: z.string(),
  /** It was opened from the network of this call. */
  is_this_network: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
  /** The session that made this call. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const profile = {
  get: endpoint('GET /admin/profile', {
    access: 'author',
    summary: 'The caller’s own profile',
    input: nothing,
    output: profileFields,
    isForEnrolment: true,
  }),
  update: endpoint('PATCH /admin/profile', {
    access: 'author',
    summary: 'Change the caller’s own profile; another email needs the password, and ends the other sessions',
    input: z.object({
      username: username.optional(),
      full_name: fullName.optional(),
      /** Required to change the e-mail. */
      current_password: currentPassword.optional(),
    }),
    output: profileFields,
  }),
  changePassword: endpoint('POST /admin/profile/password', {
    access: 'author',
    summary: 'Change the own password; the calling session goes on, the others end',
    input: changePassword,
    output: done,
    reply: 'success',
  }),
  sessions: endpoint('GET /admin/profile/sessions', {
    access: 'author',
    summary: 'Where the caller is signed in: this session first, then by last use',
    input: nothing,
    output: z.array(session),
  }),
  endSession: endpoint('DELETE /admin/profile/sessions/:id', {
    access: 'author',
    summary: 'End one session of the caller',
    input: z.object({ id }),
    output: done,
    reply: 'success',
  }),
  endOtherSessions: endpoint('DELETE /admin/profile/sessions', {
    access: 'author',
    summary: 'End all sessions of the caller but the calling one',
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
}
