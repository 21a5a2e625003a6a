import { expect, test } from 'vitest'
import { expiredBackups } from './retention.ts'

const DAY_MS = 86_400_000
/** A Sunday. */
const SUNDAY = Date.parse('2026-11-22T02:30:00.000Z')

const backup = (age: number, is_verified = false) => ({
  created_at: new Date(SUNDAY - age * DAY_MS).toISOString(),
  is_verified,
  level: null,
})
const days = (backups: { created_at: string }[]) => backups.map(({ created_at }) => created_at.slice(0, 10))

/** The days of those that stay. */
function keptOf(backups: ReturnType<typeof backup>[]): string[] {
  const expired = new Set(expiredBackups(backups))
  return days(backups.filter((one) => !expired.has(one)))
}

test('of sixty days, the last seven and the Sundays of four weeks are kept', () => {
  const backups = Array.from({ length: 60 }, (_, age) => backup(age))

  expect(keptOf(backups)).toEqual([
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
    '2026-11-08',
    '2026-11-01',
  ])
})

test('a backup of a clock that was ahead takes the place of one day, and one of a clock that was behind that of no other', () => {
  const days = Array.from({ length: 7 }, (_, age) => backup(age))
  const [ahead, behind] = [backup(-400), backup(4_000)]

  expect(expiredBackups([...days, ahead])).toEqual([days[6]])
  expect(expiredBackups([...days, behind])).toEqual([])
  expect(expiredBackups([...Array.from({ length: 40 }, (_, age) => backup(age)), behind])).toContain(behind)
})

test('of several backups of a day, the last one is kept', () => {
  const [last, first] = [backup(0), backup(0.1)]

  expect(expiredBackups([first, last])).toEqual([first])
})

test('backups of months ago are kept when no newer ones were made', () => {
  expect(expiredBackups([backup(100), backup(200), backup(300)])).toEqual([])
})

test('the newest backup that was proved is kept, however old', () => {
  const backups = [...Array.from({ length: 60 }, (_, age) => backup(age)), backup(70, true), backup(80, true)]

  expect(keptOf(backups)).toContain('2026-09-13')
  expect(keptOf(backups)).not.toContain('2026-09-03')
})

test('after every day of a year of daily backups, eleven are left at most', () => {
  let kept: ReturnType<typeof backup>[] = []
  for (let day = 365; day >= 0; day -= 1) {
    const all = [...kept, backup(day)]
    const expired = new Set(expiredBackups(all))
    kept = all.filter((one) => !expired.has(one))
    expect(kept.length).toBeLessThanOrEqual(11)
  }
  expect(kept.length).toBe(10)
})
