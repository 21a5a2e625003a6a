import { describe, expect, test } from 'vitest'
import { createShortcutReader } from './read-shortcut.ts'

const press = (key: string, more = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 5000,
  ...more,
})

describe('single keys', () => {
  test('are read with and without Caps Lock', () => {
    const read = createShortcutReader()
    expect([read(press('c')), read(press('C'))]).toEqual(['c', 'c'])
  })

  test('are read by their place on a keyboard of another script', () => {
    expect(createShortcutReader()(press('с', { code: 'KeyC' }))).toBe('c')
  })

  test('may need Shift for signs, not for letters', () => {
    const read = createShortcutReader()
    expect(read(press('?', { shiftKey: true }))).toBe('?')
    expect(read(press('C', { shiftKey: true }))).toBeNull()
  })

  test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s are ignored', (modifier) => {
    expect(createShortcutReader()(press('c', { [modifier]: true }))).toBeNull()
  })

  test('form a sequence after g, and the second key alone is a shortcut too', () => {
    const read = createShortcutReader()
    expect([read(press('g')), read(press('d')), read(press('d'))]).toEqual([null, 'g d', 'd'])
  })

  test('forget the g after a second', () => {
    const read = createShortcutReader()
    read(press('g', { timeStamp: 5000 }))
    expect(read(press('d', { timeStamp: 6000 }))).toBe('d')
  })

  test('without a character are ignored', () => {
    expect(createShortcutReader()(press('Enter'))).toBeNull()
  })
})
