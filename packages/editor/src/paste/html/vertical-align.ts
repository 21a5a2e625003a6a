/** Whether a text stands above or below its line. */
export type VerticalAlign = 'super' | 'sub' | undefined

const FORMS = {
  super: { plain: '0123456789+-−=()n', script: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' },
  sub: { plain: '0123456789+-−=()', script: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' },
}

/** The text in the characters that Unicode has for it; undefined where one of them is missing, as it is for most letters. */
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

/** What holds within an element: by its tag, or as Google Docs says it, by its style. */
export function verticalAlignWithin(tag: string, style: string, parent: VerticalAlign): VerticalAlign {
  const position = POSITION.exec(style)?.[1]?.toLowerCase()
  if (position === 'super' || position === 'sub') return position
  if (tag === 'sup') return 'super'
  if (tag === 'sub') return 'sub'
  return position === 'baseline' ? undefined : parent
}
