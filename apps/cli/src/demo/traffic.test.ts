import { expect, test } from 'vitest'
import { trafficOf } from './traffic.ts'

const plan = {
  articles: [{ id: 1, published: '2026-01-31', versions: [{ id: 1, since: '2026-01-31' }] }],
  today: '2026-11-18',
  second: 43_200,
  days: 291,
  site: 'https://nightdesk.example',
}
const { views } = trafficOf(plan)

const viewsPerDay = new Map<string, number>()
for (const { day } of views) viewsPerDay.set(day, (viewsPerDay.get(day) ?? 0) + 1)

/** Average views on this weekday, 0 for Sunday. */
function average(weekday: number) {
  const counts = [...viewsPerDay]
    .filter(([day]) => new Date(day).getUTCDay() === weekday)
    .map(([, count]) => count)
  return counts.reduce((sum, count) => sum + count, 0) / counts.length
}

test('the same plan gives the same views', () => {
  const month = { ...plan, days: 30 }

  expect(trafficOf(month)).toEqual(trafficOf(month))
})

test('a Sunday has more views than a Tuesday', () => {
  expect(average(0)).toBeGreaterThan(average(2) * 1.2)
})

test('one day has far more views than the others', () => {
  const [most = 0, second = 0] = [...viewsPerDay.values()].sort((a, b) => b - a)

  expect(most).toBeGreaterThan(second * 1.3)
  expect(most).toBeGreaterThan((views.length / viewsPerDay.size) * 3)
})

test('many readers return on other days', () => {
  const days = new Map<string, Set<string>>()
  for (const { visitor_hash, day } of views) {
    const key = visitor_hash.toString('hex')
    days.set(key, (days.get(key) ?? new Set()).add(day))
  }
  const returned = [...days.values()].filter(({ size }) => size > 1).length

  expect(returned / days.size).toBeGreaterThan(0.1)
  expect(returned / days.size).toBeLessThan(0.5)
})

test('today has views only until now', () => {
  const today = views.filter(({ day }) => day === plan.today)

  expect(today.length).toBeGreaterThan(10)
  expect(today.filter(({ second }) => second >= plan.second)).toEqual([])
})
