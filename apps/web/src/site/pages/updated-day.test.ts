import { expect, test } from 'vitest'
import { updatedDay } from './article.tsx'

const created = '2026-11-01T10:00:00.000Z'
const published = '2026-11-05T10:00:00.000Z'

const dates = (date_updated: string) => ({ date_created: created, date_published: published, date_updated })

test('an update after publication shows its day', () => {
  expect(updatedDay(dates('2026-11-07T08:00:00.000Z'), 'UTC')).toBe('November 7, 2026')
})

test.each([
  ['never changed', created],
  ['changed on the day it was created', '2026-11-01T23:00:00.000Z'],
  ['changed before it was published', '2026-11-03T10:00:00.000Z'],
  ['changed on the day it was published', '2026-11-05T18:00:00.000Z'],
])('an article %s shows no update', (_, updated) => {
  expect(updatedDay(dates(updated), 'UTC')).toBeNull()
})

test('days are days in the time zone of the site, not in UTC', () => {
  const lateEvening = dates('2026-11-05T22:30:00.000Z')
  expect(updatedDay(lateEvening, 'Africa/Nairobi')).toBe('November 6, 2026')
})
