import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColours, accentStyles, contrast, DEFAULT_ACCENT, describeAccent } from './accent.ts'

const PAGES = {
  light: { background: '#fafaf7', ink: '#15171a' },
  dark: { background: '#101216', ink: '#e6e6e1' },
}

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('whatever the accent is, texts on it, beside it and marked by it can be read', () => {
  fc.assert(
    fc.property(colours, fc.constantFrom('light', 'dark'), (accent, scheme) => {
      const { on_accent, hover, on_button, focus, visible, on_visible, mark } = accentColours(accent, scheme)
      const { background, ink } = PAGES[scheme]
      expect(contrast(on_accent, accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on_accent, hover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on_button, on_accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(focus, accent)).toBeGreaterThanOrEqual(3)
      expect(contrast(visible, background)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on_visible, visible)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink, mark)).toBeGreaterThanOrEqual(7)
    }),
    { numRuns: 1_000 },
  )
})

test('every value of the style sheet is a colour', () => {
  fc.assert(
    fc.property(colours, colours, (light, dark) => {
      const values = [...accentStyles(light, dark).matchAll(/^ {2}--[a-z-]+: (.*);$/gm)].map(
        ([, value]) => value,
      )
      expect(values).toHaveLength(13)
      for (const value of values) expect(value).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/)
    }),
  )
})

test.each([
  [
    DEFAULT_ACCENT,
    'light',
    /^White on this yellow cannot be read: text on it will be black\. Lines below links will be darker/,
  ],
  [DEFAULT_ACCENT, 'dark', /^White on this yellow cannot be read: text on it will be black\.$/],
  ['#0a3d91', 'light', /^Black on this blue cannot be read: text on it will be white\.$/],
  ['#0a3d91', 'dark', /Lines below links will be lighter than it/],
  ['#7a7a7a', 'light', /^White on this grey cannot be read: text on it will be black/],
  ['#b00020', 'light', /^Black on this red cannot be read/],
] as const)('the words for %s in the %s theme', (accent, scheme, words) => {
  expect(describeAccent(accent, scheme)).toMatch(words)
})
