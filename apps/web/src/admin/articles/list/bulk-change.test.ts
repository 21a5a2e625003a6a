import type { BulkResult } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import { describeBulk } from './bulk-change.tsx'

const result = (id: number, outcome: BulkResult['outcome'], message: string | null = null) => ({
  id,
  outcome,
  message,
})
const titleOf = (id: number) => `Story ${id}`

describe('the notice about several articles', () => {
  test('counts those that were changed', () => {
    expect(describeBulk('publish', [result(1, 'changed'), result(2, 'changed')], titleOf)).toEqual({
      kind: 'success',
      title: '2 articles published',
      description: undefined,
    })
  })

  test('counts those that were as asked already', () => {
    expect(describeBulk('archive', [result(1, 'changed'), result(2, 'unchanged')], titleOf)).toMatchObject({
      title: '1 article archived',
      description: '1 is archived already.',
    })
    expect(describeBulk('restore', [result(1, 'changed'), result(2, 'unchanged')], titleOf)).toMatchObject({
      description: '1 is in draft already.',
    })
    expect(describeBulk('publish', [result(1, 'unchanged')], titleOf)).toMatchObject({
      kind: 'info',
      description: 'It is published already.',
    })
  })

  test('names the refused ones with their reasons', () => {
    const results = [result(1, 'refused', 'It is archived'), result(2, 'changed')]

    expect(describeBulk('publish', results, titleOf)).toEqual({
      kind: 'warning',
      title: '1 of 2 articles was not published',
      description: '“Story 1”: It is archived.',
    })
  })

  test('names three refused ones and counts the others', () => {
    const results = [1, 2, 3, 4, 5].map((id) => result(id, 'refused', 'Article not found'))

    expect(describeBulk('archive', results, titleOf).description).toBe(
      '“Story 1”: Article not found. “Story 2”: Article not found. “Story 3”: Article not found. And 2 more.',
    )
  })
})
