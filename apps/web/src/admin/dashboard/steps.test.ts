import { expect, test } from 'vitest'
import { firstSteps } from './steps.ts'

const draft = { id: 2, state: 'draft', poster_url: null } as const
const published = { id: 1, state: 'published', poster_url: '/api/uploads/a.png' } as const
const done = (...args: Parameters<typeof firstSteps>) => firstSteps(...args).map(({ isDone }) => isDone)

test('begins with nothing done, and leads to a new draft', () => {
  expect(done([], 0)).toEqual([false, false, false, false])
  expect(firstSteps([], 0)[0]?.to).toBe('/admin/new-draft')
})

test('leads on to the draft that was written', () => {
  expect(done([draft], 0)).toEqual([true, false, false, false])
  expect(firstSteps([draft], 0).map(({ to }) => to)).toEqual([
    '/admin/new-draft',
    '/admin/draft/edit/2',
    '/admin/draft/2',
    '/',
  ])
})

test('leads to the published story until somebody has read it', () => {
  expect(done([draft, published], 0)).toEqual([true, true, true, false])
  expect(firstSteps([draft, published], 0)[3]?.to).toBe('/post/1')
})

test('is through when a story was read', () => {
  expect(done([published], 1)).toEqual([true, true, true, true])
})

test('does not ask to publish again what was read and taken back', () => {
  expect(done([draft], 3)).toEqual([true, false, true, true])
})

test('leaves everything to do to a writer without articles, however much the site is read', () => {
  expect(done([], 3)).toEqual([false, false, false, false])
})
