import { expect, test } from 'vitest'
import type { DraftText } from './draft-text.ts'
import { statusOf } from './orphaned-entries.ts'

const text = (words: string): DraftText => ({
  title: 'A draft',
  content: [{ type: 'paragraph', children: [{ text: words }] }],
  excerpt: '',
  poster: null,
  credits: [],
  tags: [],
})
const base = { version_number: 3, text: text('Saved.') }
const entry = {
  ...{ text: text('Left.'), base_version: 3, copy_revision: 0, unanswered_revisions: [] },
  ...{ is_sent: false, is_stashed: false },
}
const saved = { text: base.text, base, copy: null }
const copied = (revision: number) => ({ text: text('Copied.'), base, copy: { revision } })

test.each([
  ['unsent changes to the opened version are ahead', {}, saved, 'ahead'],
  ['unsent changes to another version have diverged', { base_version: 2 }, saved, 'diverged'],
  ['changes to the copy that its window wrote are ahead', { copy_revision: 7 }, copied(7), 'ahead'],
  ['a write of its window without an answer is ahead', { unanswered_revisions: [3, 7] }, copied(7), 'ahead'],
  ['a copy that another window has continued has diverged', { copy_revision: 6 }, copied(7), 'diverged'],
  ['whichever number that window has chosen', { copy_revision: 8 }, copied(7), 'diverged'],
  ['an entry that was sent is stored', { is_sent: true, copy_revision: 6 }, copied(7), 'stored'],
  ['an entry equal to the opened text is stored', { text: text('Copied.') }, copied(7), 'stored'],
  ['a stashed entry is stashed, even if it was sent', { is_stashed: true, is_sent: true }, saved, 'stashed'],
] as const)('%s', (_name, change, opened, status) => {
  expect(statusOf({ ...entry, ...change }, opened)).toBe(status)
})
