import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import {
  ageViewDays,
  archiveViewMonth,
  dropViewMonth,
  monthsPastRetention,
  prepareViewMonths,
  restoreViewMonth,
} from './months.ts'
import { rebuildViews } from './rebuild.ts'

const { db, close } = await createTestDb()
afterAll(close)

const VIEWS = 10
const files = new Map<string, Buffer>()
let month: string

const views = async () =>
  (await sql`select * from views where date_trunc('month', day) = ${month}::date order by id`.execute(db))
    .rows

const open = async (key: string) => Readable.from([files.get(key)])

beforeAll(async () => {
  const { id } = await createPublishedArticle(db, 'The Lamp')
  const visitors = Array.from({ length: VIEWS }, (_, index) => index + 1)
  await recordViews(
    db,
    visitors.map((visitor) => ({
      article_id: id,
      visitor,
      referrer: `https://a.example/${'ü"\n'.charAt(visitor % 3)}`,
    })),
  )
  await passDays(db, 100)
  await prepareViewMonths(db)
  month = (await monthsPastRetention(db, NOON, 2))[0] ?? ''
})

/** Archives the month like the worker, four views to a file. */
const archive = () =>
  archiveViewMonth(db, month, {
    viewsPerFile: 4,
    write: async (bytes, number) => {
      files.set(`views-${number}`, bytes)
      return `views-${number}`
    },
    transaction: (work) => db.transaction().execute(work),
  })

test('a month has aged when the visitors of all its days have', async () => {
  const aged = () => monthsPastRetention(db, NOON, 2, { haveAged: true })
  expect(await aged()).toEqual([])

  await ageViewDays(db, NOON)

  expect(await aged()).toEqual([month])
})

test('a month is archived when all its views are in files', async () => {
  await expect(restoreViewMonth(db, month, open)).rejects.toThrow('No month is archived')

  expect(await archive()).toEqual({ views: VIEWS, files: 3 })

  expect(await archive()).toBeNull()
  await expect(restoreViewMonth(db, '2001-01-01', open)).rejects.toThrow(`Archived are: ${month.slice(0, 7)}`)
  const lines = [...files.values()].map((bytes) => gunzipSync(bytes).toString().trim().split('\n'))
  expect(lines.map(({ length }) => length)).toEqual([4, 4, 2])
  expect(JSON.parse(lines[0]?.[0] ?? '')).toMatchObject({ device: 'Desktop', reader_hash: null })
})

test('a month that was not dropped is not restored', async () => {
  await expect(restoreViewMonth(db, month, open)).rejects.toThrow('were not dropped')
})

test('a dropped month is restored row by row, also after an interruption, and can be recounted', async () => {
  const before = await views()
  await dropViewMonth(db, month)
  expect(await views()).toEqual([])
  const last = [...files.keys()].at(-1)
  const broken = async (key: string) =>
    key === last ? Readable.from([files.get(key)?.subarray(0, 40)]) : open(key)
  await expect(restoreViewMonth(db, month, broken)).rejects.toThrow('unexpected end of file')
  expect(await archive()).toBeNull()

  expect(await restoreViewMonth(db, month, open)).toBe(VIEWS)

  expect(await views()).toEqual(before)
  const { rows } = await sql<{ day: string }>`select day from views limit 1`.execute(db)
  const day = rows[0]?.day ?? ''
  expect(await rebuildViews(db, { first_day: day, last_day: day })).toMatchObject({
    views: VIEWS,
    differences: {},
  })
})

test('views that are not in the archive of their month are not taken for archived', async () => {
  await sql`insert into views select nextval('views_id_seq'), viewed_at, day, hour, article_id, version_id, visitor_hash,
    referrer, user_agent_family, device, staff, reader_hash from views limit 1`.execute(db)

  await expect(archive()).rejects.toThrow(`has ${VIEWS + 1} views, but its archive has ${VIEWS}`)
})
