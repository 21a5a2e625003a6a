import type { Backup, BackupProof } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { describeContents, describeLastProof, describeProof, verdictOf } from './backup-words.ts'

// 2026-11-22 is a Sunday.
const at = new Date(2026, 10, 22, 3, 40).toISOString()
const now = new Date(2026, 10, 24, 12).getTime()
const proof = { at, seconds: 41.2, stories: 214, versions: 1930, pictures: 512, problem: null }
const backup = (own: BackupProof | null): Backup => ({
  id: 1,
  file: 'a.tar',
  created_at: at,
  bytes: 1,
  rows: 12_345,
  objects: 1,
  secrets: 'all',
  proof: own,
})

test('the last verified restore is one sentence', () => {
  expect(describeLastProof([backup(null), backup(proof)], now)).toBe(
    'Last verified restore: Sunday 03:40, 214 stories, 1,930 versions, 512 pictures identical, 41 s',
  )
})

test('one that failed, or of weeks ago, is not taken for one of this week', () => {
  const failed = { ...proof, problem: 'The backup is damaged.' }

  expect(describeLastProof([backup(failed)], now)).toBeNull()
  expect(describeLastProof([backup(proof)], now + 9 * 86_400_000)).toContain('Nov 22, 2026')
  expect(verdictOf(backup(failed))).toEqual({ tone: 'danger', label: 'Failed' })
})

test.each([
  [59.4, '59 s'],
  [59.7, '1 min 0 s'],
])('a restore of %d seconds took %s', (seconds, text) => {
  expect(describeProof({ ...proof, seconds })).toContain(text)
})

test('contents are counted in words', () => {
  expect(describeContents(backup(null))).toBe('12,345 rows, 1 file')
  expect(describeContents({ ...backup(null), secrets: 'none' })).toBe('12,345 rows, 1 file, without secrets')
})
