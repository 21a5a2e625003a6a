import { expect, test } from 'vitest'
import { firstSteps } from './first-steps.ts'

const draft = { id: 2, state: 'draft', poster_url: null, date_published: null, readers: 0 } as const
const date_published = '2026-11-18T14:05:00Z'
const published = {
  ...draft,
  id: 1,
  state: 'published',
  poster_url: '/api/uploads/a.png',
  date_published,
} as const
const done = (...args: Parameters<typeof firstSteps>) => firstSteps(...args).map(({ isDone }) => isDone)

test('starts with all steps open, and links to a new draft', () => {
  expect(done([])).toEqual([false, false, false, false])
  expect(firstSteps([])[0]?.to).toBe('/admin/new-draft')
})

test('counts a text that is being written as the first step, and links to it', () => {
  const writing = '/admin/new-draft?copy=1'
  expect(done([], writing)).toEqual([true, false, false, false])
  expect(firstSteps([], writing)[1]?.to).toBe(writing)
})

test('links to the draft once there is one', () => {
  expect(done([draft])).toEqual([true, false, false, false])
  expect(firstSteps([draft]).map(({ to }) => to)).toEqual([
    '/admin/new-draft',
    '/admin/draft/edit/2',
    '/admin/draft/2',
    '/',
  ])
})

test('links to the published article until it has been read', () => {
  expect(done([draft, published])).toEqual([true, true, true, false])
  expect(firstSteps([draft, published])[3]?.to).toBe('/post/1')
})

test('is complete when an article has been read', () => {
  expect(done([{ ...published, readers: 1 }])).toEqual([true, true, true, true])
})

test('does not ask to publish again an article that was read and unpublished', () => {
  expect(done([{ ...draft, date_published, readers: 3 }])).toEqual([true, false, true, true])
})
