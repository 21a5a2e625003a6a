import type { CurrentUser } from '../context.ts'
import { as } from '../testing.ts'

type Act = () => Promise<unknown>

/** Prepares one call of every endpoint that changes people. */
export function callsOfPeople(admin: CurrentUser): Record<string, () => Promise<Act>> {
  const { people } = as(admin)
  const ofNew = (act: (id: number) => Promise<unknown>) => async () => {
    const { id } = await people.create({ name: 'Grace' })
    return () => act(id)
  }
  return {
    'people.create': async () => () => people.create({ name: 'Grace' }),
    'people.update': ofNew((id) => people.update({ id, bio: 'Grace translates.' })),
    'people.merge': ofNew((id) => people.merge({ id, into: admin.id })),
    'people.delete': ofNew((id) => people.delete({ id })),
  }
}
