import { type Contract, contract, isQuery } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpointsOf } from '../calls/endpoints.ts'
import { createCalls, handlers } from '../handlers.ts'
import { contextOf } from '../testing.ts'
import { admin, everything, rightInputs } from './testing.ts'

const right = await rightInputs()
/** What takes no more than the number of an article, or nothing. */
const plain = { id: right['articles.update']?.id }

/** Without an answer nothing can be wrong with it; and nobody has this account to sign in with. */
const writing = endpointsOf(contract).filter(
  ({ path, endpoint }) =>
    !isQuery(endpoint) && !endpoint.output.safeParse(undefined).success && path !== 'auth.login',
)

/** The API, as if no answer ever were what the contract says. */
const refusing = createCalls(
  Object.fromEntries(
    Object.entries(contract).map(([feature, endpoints]) => [
      feature,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, output: z.never() }]),
      ),
    ]),
  ) as unknown as Contract as typeof contract, // as it is, but for the outputs
  handlers,
)

test.each(writing)('$path changes nothing when its answer is refused', async ({ path }) => {
  const before = await everything()

  await expect(refusing.call(path, contextOf(admin), right[path] ?? plain)).rejects.toThrow()

  expect(await everything()).toEqual(before)
})
