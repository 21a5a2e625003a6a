import type { CreditRole } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { mergeCredits } from './merge-credits.ts'

const credit = (person_id: number, role: CreditRole = 'author') => ({ person_id, name: `${person_id}`, role })
const [ada, grace, edith] = [credit(1), credit(2), credit(3)]
const translator = credit(3, 'translator')

test.each([
  ['an addition of mine stays', [ada], [ada, grace], [ada], [ada, grace]],
  ['an addition of theirs comes', [ada], [ada], [ada, grace], [ada, grace]],
  ['additions of both stay', [ada], [ada, grace], [ada, translator], [ada, translator, grace]],
  ['removals of both apply', [ada, grace, edith], [ada, edith], [ada, grace], [ada]],
  ['two new authors in place of one stay', [ada], [grace], [edith], [edith, grace]],
  ['an author remains when each side removed another one', [ada, grace], [ada], [grace], [ada]],
  ['unknown credits of mine are theirs', [], [], [ada], [ada]],
])('%s', (_name, base, mine, theirs, merged) => {
  expect(mergeCredits(base, mine, theirs)).toEqual(merged)
})
