import { legalInXml } from '@nightdesk/contracts'

/** XML that is inserted unchanged; text is escaped. */
export interface Markup {
  markup: string
}

type Value = string | number | Markup | readonly Markup[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Writes XML and escapes every text in it: xml`<dc:title>${title}</dc:title>`. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const written = parts.map((part, index) => part + write(values[index] ?? ''))
  return { markup: written.join('') }
}

function write(value: Value): string {
  if (typeof value === 'object')
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('\n')
  return legalInXml(String(value)).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
