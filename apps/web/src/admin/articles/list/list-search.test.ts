import { describe, expect, test } from 'vitest'
import { directionOf, nextSort, parseSort } from './list-search.ts'

describe('the order of the articles table', () => {
  test('is newest first by default', () => {
    expect(parseSort(null)).toBe('-date_updated')
    expect(directionOf(parseSort(null), 'date_updated')).toBe('descending')
  })

  test('is the default when the URL names an unknown column', () => {
    expect(parseSort('password')).toBe('-date_updated')
  })

  test('starts ascending when another column is chosen', () => {
    expect(nextSort('-date_updated', 'state')).toBe('state')
    expect(nextSort('-state', 'date_updated')).toBe('date_updated')
  })

  test('reverses when the same column is chosen again', () => {
    expect(nextSort('-date_updated', 'date_updated')).toBe('date_updated')
    expect(nextSort('date_updated', 'date_updated')).toBe('-date_updated')
  })

  test('marks one column only', () => {
    expect(directionOf('state', 'state')).toBe('ascending')
    expect(directionOf('state', 'date_updated')).toBeUndefined()
  })
})
