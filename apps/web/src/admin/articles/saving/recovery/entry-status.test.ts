import { expect, test } from 'vitest'
import type { DraftText } from '../draft-text.ts'
import { statusOf } from './entry-status.ts'

const text = (words: string): DraftText => ({
  title: 'A draft',
  content: [{ type: 'paragraph', children: [{ text: words }] }],
  excerpt: '',
  poster: null,
  tags: [],
})
const base = { version_number: 3, text: text('Saved.') }
const entry = { text: text('Left.'), base_version: 3, copy_revision: 0, is_sent: false, is_stashed: false }
const copyAt = (revision: number) => ({
  text: text('Copied.'),
  base_version: 3,
  base_tags: [],
  revision,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
})
const saved = { text: base.text, base, copy: null }
const copied = (revision: number) => ({ text: text('Copied.'), base, copy: copyAt(revision) })

test.each([
  ['the server never had goes on from the version it began from', {}, saved, 'ahead'],
  ['began from another version is merged', { base_version: 2 }, saved, 'diverged'],
  ['goes beyond the copy that its window wrote', { copy_revision: 7 }, copied(7), 'ahead'],
  ['was about to be the next stage of the copy', { copy_revision: 8 }, copied(7), 'ahead'],
  ['another window has gone beyond is merged', { copy_revision: 6 }, copied(7), 'diverged'],
  ['belongs to a copy that was given up is merged', { copy_revision: 900_007 }, copied(7), 'diverged'],
  [
    'the server has held is over, whatever became of it',
    { is_sent: true, copy_revision: 6 },
    copied(7),
    'stored',
  ],
  ['is as what is opened is over', { text: text('Copied.') }, copied(7), 'stored'],
  ['was stashed is asked about', { is_stashed: true, is_sent: true }, saved, 'stashed'],
] as const)('what %s', (_what, left, opened, status) => {
  expect(statusOf({ ...entry, ...left }, opened)).toBe(status)
})
