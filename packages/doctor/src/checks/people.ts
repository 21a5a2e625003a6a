import { type CheckOf, fault, fine } from '../finding.ts'

const admin: CheckOf = async ({ db }) => {
  const { admins } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  if (admins === 0)
    return fault(
      'No admin is active.',
      'Follow the link that the server prints when it starts, or run `nightdesk user create`.',
    )
  return fine(admins === 1 ? 'One admin is active.' : `${admins} admins are active.`)
}

export const people = { admin }
