const CLASS = /^([a-z][a-z0-9]*)?\.([\w-]{1,60})$/i
/** The declarations that blocks can represent; others are dropped to save time. */
const REPRESENTABLE =
  /^\s*(?:font-weight|font-style|text-decoration(?:-line)?|text-align|vertical-align)\s*:\s*[\w\s-]{1,60}$/i
const MAX_CLASSES = 5_000

/** Styles by class name, and by tag and class name: "i1", "span.i1". */
export type ClassStyles = Map<string, ClassStyle>

interface ClassStyle {
  /** The later of two rules wins. */
  order: number
  style: string
}

/**
 * Adds the class rules of a style sheet, with which Word, Google Docs, Pages and Notes write italics and alignment: rules
 * of a single class such as `span.s1 {font-style: italic}`.
 */
export function readClassStyles(sheet: Element, styles: ClassStyles): void {
  let order = styles.size
  for (const rule of withoutComments(sheet.textContent ?? '').split('}')) {
    const at = rule.lastIndexOf('{')
    const selectors = rule.slice(0, Math.max(0, at)).split(/[{;]/).at(-1) ?? ''
    const declarations = at === -1 ? '' : rule.slice(at + 1)
    const representable = declarations.split(';').filter((declaration) => REPRESENTABLE.test(declaration))
    if (representable.length === 0) continue
    for (const selector of selectors.split(',')) {
      const [, tag, name] = CLASS.exec(selector.trim()) ?? []
      if (!name || styles.size >= MAX_CLASSES) continue
      const key = tag ? `${tag.toLowerCase()}.${name}` : name
      const style = `${representable.join(';')};${styles.get(key)?.style ?? ''}`
      styles.set(key, { order: order++, style })
    }
  }
}

const withoutComments = (sheet: string) =>
  sheet
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/')[1] ?? '')))
    .join(' ')
    .replace(/<!--|-->/g, ' ')

/** The styles of an element’s classes, the winning declarations first. */
export function classStyleOf(element: Element, tag: string, styles: ClassStyles): string {
  if (styles.size === 0) return ''
  const found = [...element.classList].flatMap((name) => [
    styles.get(name) ?? [],
    styles.get(`${tag}.${name}`) ?? [],
  ])
  const latestFirst = found.flat().toSorted((a, b) => b.order - a.order)
  return latestFirst.map(({ style }) => style).join('')
}
