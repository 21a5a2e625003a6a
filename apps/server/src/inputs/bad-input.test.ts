import { type Endpoint, isQuery } from '@nightdesk/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { pathParameters } from '../calls/call.ts'
import { REST_ONLY, restEndpoints, splitRoute } from '../calls/endpoints.ts'
import { bearer, signIn, testApp } from '../testing.ts'
import { admin, everything, fillUrl, rightInputs } from './testing.ts'

const app = await testApp()
const headers = bearer(await signIn(admin))
/** Valid inputs; each test replaces one field. */
const right = await rightInputs()

/** The fields of the body. Ids in the path have their own tests. */
function fieldsOf({ input, route }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => !pathParameters(route).includes(name))
}

const taking = restEndpoints().filter(({ endpoint }) => !isQuery(endpoint) && fieldsOf(endpoint).length > 0)

type Row = (typeof taking)[number]

function rest({ endpoint }: Row, input: Record<string, unknown>) {
  const { method, url } = splitRoute(endpoint)
  return app.inject({ method, url: fillUrl(url, input), headers, payload: input })
}

const trpc = ({ path }: Row, input: Record<string, unknown>) =>
  app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload: input })

/** Invalid for every field. */
const naughty: [string, unknown][] = [
  ['NUL', 'a\0b@example.org'],
  ['half a surrogate pair', 'a\uD800@example.org'],
  ['the other half', '\uDC00bcdefgh@example.org'],
  ['true', true],
  ['an object', { toString: 'x', length: 3 }],
  ['an empty object', {}],
  ['a list of objects', [{}]],
  ['a number with a fraction', 1.5],
  ['a huge number', 1e300],
  ['a negative number', -1],
  ['a long text', 'x'.repeat(50_000)],
]

let before: unknown
beforeAll(async () => {
  before = await everything()
})

test('every endpoint with an input is tried here', () => {
  expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(right).sort())
})

describe.each(taking)('$path', (row) => {
  test.each(naughty)('refuses %s in each field', async (_what, value) => {
    for (const field of fieldsOf(row.endpoint)) {
      if (value === true && typeof right[row.path]?.[field] === 'boolean') continue // it would be right
      const { statusCode } = await rest(row, { ...right[row.path], [field]: value })

      expect.soft([field, statusCode]).toEqual([field, 422])
    }
  })

  test('changed nothing by all that', async () => {
    expect(await everything()).toEqual(before)
  })
})

// Both adapters parse inputs by the same function, and `adapters.test.ts` holds that they answer alike.
test.each(taking.filter((row) => !REST_ONLY.includes(row)))(
  '$path refuses NUL in each field on tRPC too',
  async (row) => {
    for (const field of fieldsOf(row.endpoint)) {
      const { statusCode } = await trpc(row, { ...right[row.path], [field]: 'a\0b@example.org' })

      expect.soft([field, statusCode]).toEqual([field, 422])
    }
    expect(await everything()).toEqual(before)
  },
)
