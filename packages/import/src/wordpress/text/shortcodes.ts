/** A shortcode of a text: `[caption width="300"]…[/caption]`. */
export interface Shortcode {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Attributes without a name, such as the address in `[youtube https://…]`. */
  values: readonly string[]
  /** The text between its tags; empty if it has one tag only. */
  inner: string
}

export interface ShortcodeRule {
  isEnclosing?: boolean
  /** The HTML in its place. */
  replace: (shortcode: Shortcode) => string
}

const TAG = /(\[?)\[([a-z][\w-]{1,40})((?:[\s=:][^\][]{0,2000})?)\](\]?)/gi

/** Replaces the shortcodes that have a rule; `[[name]]` is the text `[name]`. Others stay as they are. */
export function replaceShortcodes(html: string, rules: Readonly<Record<string, ShortcodeRule>>): string {
  const parts: string[] = []
  const closings = new Map<string, number>()
  let end = 0
  for (const found of html.matchAll(TAG)) {
    const [tag, open = '', name = '', attributes = '', close = ''] = found
    const rule = ruleOf(rules, name)
    if (!rule || found.index < end) continue
    parts.push(html.slice(end, found.index))
    end = found.index + tag.length
    if (open && close) {
      parts.push(tag.slice(1, -1))
      continue
    }
    const closing = `[/${name}]`
    let closed = rule.isEnclosing ? (closings.get(closing) ?? html.indexOf(closing)) : -1
    // A place that was found is searched again only once it is passed.
    if (closed !== -1 && closed < end) closed = html.indexOf(closing, end)
    closings.set(closing, closed)
    const inner = closed === -1 ? '' : html.slice(end, closed)
    if (closed !== -1) end = closed + closing.length
    parts.push(open, rule.replace({ name: name.toLowerCase(), ...parseAttributes(attributes), inner }), close)
  }
  return parts.join('') + html.slice(end)
}

const ruleOf = (rules: Readonly<Record<string, ShortcodeRule>>, name: string) =>
  Object.hasOwn(rules, name.toLowerCase()) ? rules[name.toLowerCase()] : undefined

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g
const QUOTES = /[\u201c\u201d\u2033]|&#(?:8220|8221|8243);|&quot;/g

function parseAttributes(source: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = new Map<string, string>()
  const values: string[] = []
  // `[youtube=address]` is the old form of a value without a name.
  for (const found of source.replace(QUOTES, '"').replace(/^=/, '').matchAll(ATTRIBUTE)) {
    const [, name, ...forms] = found
    const value = forms.find((form) => form !== undefined) ?? ''
    if (name && !/^https?$/i.test(name)) attributes.set(name.toLowerCase(), value)
    else values.push(value)
  }
  return { attributes, values }
}

/** The names of what look like shortcodes and stay in a text. A word in brackets, such as [sic], is none. */
export function namesOfShortcodes(html: string): string[] {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi), ([, name]) => name))
  return [...html.matchAll(TAG)].flatMap(([, open, name = '', attributes = '']) => {
    const isLikely = open === '' && (/=|:\/\//.test(attributes) || closed.has(name) || name.includes('_'))
    return isLikely ? [name] : []
  })
}

/** The text without the tags of shortcodes that have a rule, as readers saw it. */
export function withoutTags(html: string, rules: Readonly<Record<string, ShortcodeRule>>): string {
  return html.replace(/\[\/?([a-z][\w-]{1,40})(?:[\s=:][^\][]{0,2000})?\]/gi, (tag, name: string) =>
    ruleOf(rules, name) ? ' ' : tag,
  )
}
