import { expect, test } from 'vitest'
import { addRandomStories } from './fixtures/random-site.ts'
import { roundTrip } from './fixtures/round-trip.ts'
import { createSite } from './testing.ts'

test('an export that is imported into another site makes the same site', async () => {
  const site = await createSite()
  await addRandomStories({ ...site, seed: 17, stories: 16 })

  const { failures, exported, imported } = await roundTrip(site.source)

  expect(failures).toEqual([])
  expect(imported).toEqual(exported)
  expect(Object.keys(exported.stories)).toHaveLength(18)
})
