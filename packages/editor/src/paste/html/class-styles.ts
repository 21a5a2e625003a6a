const CLASS = /^([a-z][a-z0-9]*)?\.([\w-]{1,60})$/i
/** What of a style says something that blocks can hold; the rest would only cost time. */
const KEPT =
  /^\s*(?:font-weight|font-style|text-decoration(?:-line)?|text-align|vertical-align)\s*:\s*[\w\s-]{1,60}$/i
const MAX_CLASSES = 5_000

/** Styles by the name of a class, and by element and class: "i1", "span.i1". */
export type ClassStyles = Map<string, ClassStyle>

interface ClassStyle {
  /** Of two rules the later one holds. */
  order: number
  style: string
}

/**
 * Adds what a style sheet says of classes, as Word, Google Docs, Pages and Notes tell italics and alignment: rules of a
 * single class such as `span.s1 {font-style: italic}`.
 */
export function readClassStyles(sheet: Element, styles: ClassStyles): void {
  let order = styles.size
  for (const rule of withoutComments(sheet.textContent ?? '').split('}')) {
    const at = rule.lastIndexOf('{')
    const selectors = rule.slice(0, Math.max(0, at)).split(/[{;]/).at(-1) ?? ''
    const declarations = at === -1 ? '' : rule.slice(at + 1)
    const kept = declarations.split(';').filter((declaration) => KEPT.test(declaration))
    if (kept.length === 0) continue
    for (const selector of selectors.split(',')) {
      const [, tag, name] = CLASS.exec(selector.trim()) ?? []
      if (!name || styles.size >= MAX_CLASSES) continue
      const key = tag ? `${tag.toLowerCase()}.${name}` : name
      const style = `${kept.join(';')};${styles.get(key)?.style ?? ''}`
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

/** What style sheets say of an element by its classes, what holds first. */
export function classStyleOf(element: Element, tag: string, styles: ClassStyles): string {
  if (styles.size === 0) return ''
  const found = [...element.classList].flatMap((name) => [
    styles.get(name) ?? [],
    styles.get(`${tag}.${name}`) ?? [],
  ])
  const latestFirst = found.flat().toSorted((a, b) => b.order - a.order)
  return latestFirst.map(({ style }) => style).join('')
}
