import { escaped } from '../html/escaped.ts'
import type { Receipt } from '../receipt/losses.ts'

const FENCED = /(^ {0,3}(?:```|~~~)[^\n]*\n[\s\S]*?^ {0,3}(?:```|~~~)[ \t]*$)/m

/**
 * Replaces the template tags of Jekyll and Hugo that stand for text, pictures and pages. Others stay as text. What is within
 * fenced code is text already.
 */
export const replaceTemplates = (
  markdown: string,
  receipt: Receipt,
  postUrl: (name: string) => string | undefined,
): string => outsideCode(withFences(markdown), (text) => replaceInText(text, receipt, postUrl))

/** Changes a text but for the blocks of code in it. */
export const outsideCode = (markdown: string, change: (text: string) => string): string =>
  markdown
    .split(FENCED)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')

/** Blocks of code in tags, as fenced code. */
const withFences = (markdown: string) =>
  markdown
    .replace(/\{% *highlight +(\w+)[^%]*%\}\n?([\s\S]*?)\{% *endhighlight *%\}/g, '\n```$1\n$2\n```\n')
    .replace(
      /\{\{[<%] *highlight +(\w+)[^>%]*[>%]\}\}\n?([\s\S]*?)\{\{[<%] *\/ *highlight *[>%]\}\}/g,
      '\n```$1\n$2\n```\n',
    )

const HUGO = /\{\{[<%]\s*(\/?[\w/.-]+)\s*([^{}]*?)\s*\/?[>%]\}\}/g
const LIQUID = /\{%-?\s*(\w+)\s*([^{}]*?)\s*-?%\}/g

function replaceInText(
  text: string,
  receipt: Receipt,
  postUrl: (name: string) => string | undefined,
): string {
  return text
    .replace(/\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g, '')
    .replace(
      /\{\{-?\s*["']([^"'{}]+)["']\s*\|\s*(?:relative_url|absolute_url|prepend:[^{}]*)\s*-?\}\}/g,
      '$1',
    )
    .replace(/^\{:[^}\n]*\}[ \t]*$|\{:[.#][^}\n]*\}/gm, '')
    .replace(LIQUID, (tag, name: string, rest: string) => {
      if (/^(?:raw|endraw|comment|endcomment)$/.test(name)) return ''
      const address = name === 'post_url' || name === 'link' ? postUrl(rest.trim()) : undefined
      if (address === undefined) receipt.add('shortcode', 1, `{% ${name} %}`)
      return address ?? tag
    })
    .replace(HUGO, (tag, name: string, rest: string) => {
      const html = hugoHtml(name, attributesOf(rest))
      if (html === undefined && !name.startsWith('/')) receipt.add('shortcode', 1, name)
      return html ?? tag.replaceAll('<', '&lt;')
    })
}

interface Attributes {
  named: ReadonlyMap<string, string>
  values: readonly string[]
}

function attributesOf(source: string): Attributes {
  const named = new Map<string, string>()
  const values: string[] = []
  for (const [, name, double, back, bare] of source.matchAll(
    /(?:([\w-]+)=)?(?:"([^"]*)"|`([^`]*)`|([^\s"`]+))/g,
  )) {
    const value = double ?? back ?? bare ?? ''
    if (name) named.set(name, value)
    else values.push(value)
  }
  return { named, values }
}

const SITES: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
  instagram: 'https://www.instagram.com/p/',
}

/** The shortcodes that Hugo itself has. */
function hugoHtml(name: string, { named, values }: Attributes): string | undefined {
  const [first = ''] = values
  if (name === 'figure') return figureHtml(named)
  if (name === 'ref' || name === 'relref') return `/${first.replace(/^\/|\.md$/g, '')}`
  const site = SITES[name]
  const id = named.get('id') ?? first
  if (site && id) return `<iframe src="${escaped(site + id)}"></iframe>`
  if (name === 'tweet' || name === 'x')
    return `<iframe src="https://x.com/${escaped(named.get('user') ?? 'i')}/status/${escaped(id)}"></iframe>`
  if (name === 'gist')
    return `<iframe src="https://gist.github.com/${escaped(values.slice(0, 2).join('/'))}"></iframe>`
  return undefined
}

function figureHtml(named: ReadonlyMap<string, string>): string {
  const text = (name: string) => named.get(name) ?? ''
  const caption = [text('title'), text('caption'), text('attr')].filter((part) => part !== '').join(' ')
  return `<figure><img src="${escaped(text('src'))}" alt="${escaped(text('alt'))}"><figcaption>${caption}</figcaption></figure>`
}
