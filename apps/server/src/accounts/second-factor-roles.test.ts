import type { Role } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { bearer, createUser, signIn, testApp } from '../testing.ts'
import { addTotp, from, password_hash, site } from './testing.ts'

const app = await testApp({ site })
const create = (role: Role) => createUser({ role, password_hash })
const require = async (roles: Role[]) => from(await create('admin')).secondFactors.setRoles({ roles })

test('an admin chooses a role that needs a second factor, which lets its members only enrol', async () => {
  const author = await create('author')
  const headers = bearer(await signIn(author))
  expect(await require(['author'])).toEqual({ roles: ['author'] })

  const refused = await app.inject({ url: '/admin/articles', headers })
  const status = await app.inject({ url: '/admin/profile/second-factors', headers })
  await addTotp(author)
  const allowed = await app.inject({ url: '/admin/articles', headers })

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'ENROLMENT_REQUIRED'])
  expect(status.json()).toMatchObject({ is_required: true })
  expect(allowed.statusCode).toBe(200)
  await expect(from(author).secondFactors.removeTotp({})).rejects.toThrow('Your role needs a second factor')
  expect(await require([])).toEqual({ roles: [] })
  await from(author).secondFactors.removeTotp({})
})

test('an upload is refused until then, too', async () => {
  const headers = bearer(await signIn(await create('author')))
  await require(['author', 'editor'])

  const answer = await app.inject({ method: 'POST', url: '/admin/upload', headers })

  await require([])
  expect(answer.json()).toMatchObject({ code: 'ENROLMENT_REQUIRED' })
})
