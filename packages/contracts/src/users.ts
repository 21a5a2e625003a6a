import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, isStorable, requiredText } from './fields.ts'

export const ROLES = ['admin', 'editor', 'author'] as const
export const USER_STATUSES = ['active', 'disabled', 'suspended', 'deleted'] as const
export const role = z.enum(ROLES)
export const userStatus = z.enum(USER_STATUSES)
export type Role = z.infer<typeof role>
export type UserStatus = z.infer<typeof userStatus>

/** An account name is an e-mail address; the pattern is the specification's: no spaces, contains @. */
export const username = requiredText('Email', 254).regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email address')
export const fullName = requiredText('Full name', 200)

/** Bytes count, not characters, and nothing is trimmed: what was typed is what is hashed. */
export const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(6, 'Password must be at least 6 characters long')
  .refine(
    (value) => new TextEncoder().encode(value).length <= 1024,
    'Password must be at most 1024 bytes long',
  )
  .refine(isStorable, 'Password contains characters that cannot be stored')

export const user = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  role,
  status: userStatus,
  last_logged_in: instant.nullable(),
})
export type User = z.infer<typeof user>

export const users = {
  list: endpoint('GET /admin/users', {
    access: 'admin',
    summary: 'All accounts but deleted ones',
    input: z.object({}),
    output: z.array(user),
  }),
  create: endpoint('POST /admin/users', {
    access: 'admin',
    summary: 'Create an account with a password',
    input: z.object({ username, full_name: fullName, role, password }),
    output: user,
    status: 201,
  }),
  update: endpoint('PATCH /admin/users/:id', {
    access: 'admin',
    summary: 'Change an account',
    input: z.object({
      id,
      username: username.optional(),
      full_name: fullName.optional(),
      role: role.optional(),
      status: userStatus.optional(),
    }),
    output: user,
  }),
  setStatus: endpoint('PATCH /admin/users/:id/status', {
    access: 'admin',
    summary: 'Enable or disable an account. Never the own one, never the last active admin',
    input: z.object({ id, status: userStatus }),
    output: user,
  }),
}
