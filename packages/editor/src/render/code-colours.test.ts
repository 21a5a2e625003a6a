import { expect, test } from 'vitest'
import { CODE_LANGUAGES } from '../stored-blocks.ts'
import { colourCode, MAX_COLOURED } from './code-colours.ts'

test('code is split where its colour changes, without loss', () => {
  const text = 'const lamp = "on" // at dusk\n'
  const runs = colourCode('typescript', text) ?? []
  expect(runs.filter(({ colour }) => colour)).toEqual([
    { text: 'const', colour: 'keyword' },
    { text: '"on"', colour: 'string' },
    { text: '// at dusk', colour: 'comment' },
  ])
  expect(runs.map((run) => run.text).join('')).toBe(text)
})

test('code within a string has its own colour', () => {
  const runs = colourCode('python', 'f"at {9} lamps"') ?? []
  expect(runs).toContainEqual({ text: '9', colour: 'number' })
  expect(runs.at(-1)).toEqual({ text: '} lamps"', colour: 'string' })
})

test('every language that the editor names has colours', () => {
  for (const language of Object.keys(CODE_LANGUAGES))
    expect(colourCode(language, 'x'), language).toBeDefined()
})

test('an unknown language has no colours', () => {
  expect(colourCode('klingon', 'Qapla')).toBeUndefined()
})

test.each(['('.repeat(MAX_COLOURED), `\`\${`.repeat(MAX_COLOURED / 3), '<a '.repeat(MAX_COLOURED / 3)])(
  'code that is hard for grammars is coloured without loss: %.12s…',
  (text) => {
    expect(
      colourCode('typescript', text)
        ?.map((run) => run.text)
        .join(''),
    ).toBe(text)
  },
)

test('code beyond the limit has no colours', () => {
  expect(colourCode('typescript', 'a'.repeat(MAX_COLOURED + 1))).toBeUndefined()
})
