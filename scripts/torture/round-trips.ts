import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { randomFrom } from '../../apps/cli/src/demo/random.ts'
import { createTestDb } from '../../packages/db/src/testing.ts'
import { addRandomStories } from '../../packages/export/src/fixtures/random-site.ts'
import { addAdmin, importFile, roundTrip } from '../../packages/export/src/fixtures/round-trip.ts'
import type { ExportSource } from '../../packages/export/src/index.ts'
import { SourceError } from '../../packages/import/src/index.ts'
import { createDiskStore } from '../../packages/storage/src/index.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { joined, type Report } from './report.ts'

interface RoundTrips {
  seed: string
  /** Random ones. */
  stories: number
  /** Exports of other products. */
  files: readonly string[]
}

/**
 * Exports a site of random stories, and one with everything that the files hold, and imports both into empty sites, which must be
 * equal.
 */
export async function tortureRoundTrips({ seed, stories, files }: RoundTrips): Promise<Report> {
  const random = await withSite(async (site) => {
    const owner = await addAdmin(site.db)
    await addRandomStories({ ...site, owner, seed: Math.floor(randomFrom(seed)(0, 2 ** 31)), stories })
    return compare('Random stories', site)
  })
  if (files.length === 0) return random
  const imported = await withSite(async (site) => {
    for (const file of files) await importUnlessRefused(site, file)
    return compare('Imported stories', site)
  })
  return joined(random, imported)
}

async function withSite(test: (site: ExportSource) => Promise<Report>): Promise<Report> {
  await using home = await temporaryDirectory('torture-round-trips')
  await using database = await createTestDb()
  const storage = await createDiskStore(join(home.path, 'uploads'))
  return await test({ db: database.db, storage, site: { name: 'Lamp', url: 'https://lamp.example' } })
}

async function importUnlessRefused({ db, storage }: ExportSource, file: string): Promise<void> {
  try {
    await importFile(db, storage, file)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
}

async function compare(name: string, site: ExportSource): Promise<Report> {
  const { failures, exported, imported } = await roundTrip(site)
  const problems = [
    ...failures,
    ...differences(`${name}: story`, exported.stories, imported.stories),
    ...differences(`${name}: person`, exported.people, imported.people),
    ...differences(`${name}: redirect`, exported.redirects, imported.redirects),
  ]
  const [stories, people, redirects] = [exported.stories, exported.people, exported.redirects].map(
    (described) => Object.keys(described).length,
  )
  const line = `${name.padEnd(20)} ${stories} exported and imported again, with ${people} people and ${redirects} redirects`
  return { lines: [line], problems }
}

type Described = Readonly<Record<string, unknown>>

/** The keys whose values are not equal, with both. */
const differences = (what: string, before: Described, after: Described): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    isDeepStrictEqual(before[key], after[key])
      ? []
      : [`${what} ${key} was ${JSON.stringify(before[key])} and is ${JSON.stringify(after[key])}`],
  )
