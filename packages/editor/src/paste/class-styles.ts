/** Rules such as `span.s1 {text-decoration: underline}`, by which Pages, Notes and TextEdit tell marks. */
const RULE = /span\.([\w-]{1,40})\s*\{([^{}]{1,2000})\}/g

/** Adds the styles that a style sheet gives to spans, by the name of their class. */
export function readSpanStyles(sheet: Element, styles: Map<string, string>): void {
  for (const [, name, style] of (sheet.textContent ?? '').matchAll(RULE)) {
    if (name && style) styles.set(name, style)
  }
}
