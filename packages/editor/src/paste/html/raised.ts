/** Whether a text stands above or below its line. */
export type Raised = 'super' | 'sub' | undefined

const FORMS = {
  super: { plain: '0123456789+-−=()n', raised: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' },
  sub: { plain: '0123456789+-−=()', raised: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' },
}

/** The text in the characters that Unicode has for it; undefined where one of them is missing, as it is for most letters. */
export function raise(text: string, raised: 'super' | 'sub'): string | undefined {
  const { plain, raised: forms } = FORMS[raised]
  let result = ''
  for (const character of text) {
    const index = plain.indexOf(character)
    if (index === -1 && character.trim() !== '') return undefined
    result += index === -1 ? character : forms[index]
  }
  return result
}

const POSITION = /(?:^|[;\s])vertical-align\s*:\s*([a-z]+)/i

/** What holds within an element: by its tag, or as Google Docs says it, by its style. */
export function raisedWithin(tag: string, style: string, around: Raised): Raised {
  const position = POSITION.exec(style)?.[1]?.toLowerCase()
  if (position === 'super' || position === 'sub') return position
  if (tag === 'sup') return 'super'
  if (tag === 'sub') return 'sub'
  return position === 'baseline' ? undefined : around
}
