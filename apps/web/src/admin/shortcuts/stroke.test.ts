import { describe, expect, test } from 'vitest'
import { createStrokeReader } from './stroke.ts'

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 5000,
  ...more,
})

describe('strokes', () => {
  test('are one key, whether Caps Lock is on or not', () => {
    const read = createStrokeReader()
    expect([read(press('c')), read(press('C'))]).toEqual(['c', 'c'])
  })

  test('take Shift for signs, not for letters', () => {
    const read = createStrokeReader()
    expect(read(press('?', { shiftKey: true }))).toBe('?')
    expect(read(press('C', { shiftKey: true }))).toBeNull()
  })

  test.each(['ctrlKey', 'metaKey', 'altKey'])('leave keys with %s to others', (modifier) => {
    expect(createStrokeReader()(press('c', { [modifier]: true }))).toBeNull()
  })

  test('are two keys after g, of which the second alone does nothing', () => {
    const read = createStrokeReader()
    expect([read(press('g')), read(press('d')), read(press('d'))]).toEqual([null, 'g d', 'd'])
  })

  test('forget the g after a second', () => {
    const read = createStrokeReader()
    read(press('g', { timeStamp: 5000 }))
    expect(read(press('d', { timeStamp: 6000 }))).toBe('d')
  })

  test('ignore keys that write nothing', () => {
    expect(createStrokeReader()(press('Enter'))).toBeNull()
  })
})
