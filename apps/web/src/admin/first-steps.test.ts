import { expect, test } from 'vitest'
import { firstSteps } from './first-steps.ts'

const draft = { id: 2, state: 'draft', poster_url: null } as const
const published = { id: 1, state: 'published', poster_url: '/api/uploads/a.png' } as const
const done = (...args: Parameters<typeof firstSteps>) => firstSteps(...args).map(({ isDone }) => isDone)

test('starts with all steps open, and links to a new draft', () => {
  expect(done([], 0)).toEqual([false, false, false, false])
  expect(firstSteps([], 0)[0]?.to).toBe('/admin/new-draft')
})

test('counts a text that is being written as the first step, and links to it', () => {
  const writing = '/admin/new-draft?copy=1'
  expect(done([], 0, writing)).toEqual([true, false, false, false])
  expect(firstSteps([], 0, writing)[1]?.to).toBe(writing)
})

test('links to the draft once there is one', () => {
  expect(done([draft], 0)).toEqual([true, false, false, false])
  expect(firstSteps([draft], 0).map(({ to }) => to)).toEqual([
    '/admin/new-draft',
    '/admin/draft/edit/2',
    '/admin/draft/2',
    '/',
  ])
})

test('links to the published article until it has been read', () => {
  expect(done([draft, published], 0)).toEqual([true, true, true, false])
  expect(firstSteps([draft, published], 0)[3]?.to).toBe('/post/1')
})

test('is complete when an article has been read', () => {
  expect(done([published], 1)).toEqual([true, true, true, true])
})

test('does not ask to publish again an article that was read and unpublished', () => {
  expect(done([draft], 3)).toEqual([true, false, true, true])
})

test('is all open for an author without articles, however many views the site has', () => {
  expect(done([], 3)).toEqual([false, false, false, false])
})
