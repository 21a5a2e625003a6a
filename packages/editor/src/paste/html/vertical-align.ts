/** Superscript or subscript. */
export type VerticalAlign = 'super' | 'sub' | undefined

const FORMS = {
  super: { plain: '0123456789+-−=()n', script: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' },
  sub: { plain: '0123456789+-−=()', script: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' },
}

/** The text in Unicode superscript or subscript; undefined if a character has none, as most letters. */
export function toUnicodeScript(text: string, verticalAlign: 'super' | 'sub'): string | undefined {
  const { plain, script } = FORMS[verticalAlign]
  let result = ''
  for (const character of text) {
    const index = plain.indexOf(character)
    if (index === -1 && character.trim() !== '') return undefined
    result += index === -1 ? character : script[index]
  }
  return result
}

const POSITION = /(?:^|[;\s])vertical-align\s*:\s*([a-z]+)/i

/** Within an element, by its tag, or by its style as in Google Docs. */
export function verticalAlignWithin(tag: string, style: string, parent: VerticalAlign): VerticalAlign {
  const position = POSITION.exec(style)?.[1]?.toLowerCase()
  if (position === 'super' || position === 'sub') return position
  if (tag === 'sup') return 'super'
  if (tag === 'sub') return 'sub'
  return position === 'baseline' ? undefined : parent
}
