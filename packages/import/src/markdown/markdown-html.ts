import { toHtml } from 'hast-util-to-html'
import { toHast } from 'mdast-util-to-hast'
import { isOutside, PICTURE } from '../html/addresses.ts'
import { escaped } from '../html/parse.ts'
import type { Receipt } from '../receipt.ts'
import { type Root, withTree } from './parse-markdown.ts'

/** The heading above footnotes that the conversion adds. */
export const NOTES_HEADING = '#footnote-label'

/** Markdown, with tables, footnotes and what else GitHub adds, as HTML. HTML in it stays as it is. */
export const htmlOfMarkdown = (markdown: string): string =>
  withTree(markdown, (tree) =>
    toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true }),
  )

/** Elements that MDX has closed at once, and without whose end all that follows would be in them. */
const CLOSED = /<(?:script|style|pre|textarea)(?=\s[^<>]*\/>)/gi

/** Where code begins and ends. */
function codeIn(markdown: string): [start: number, end: number][] {
  const known = markdown.replace(CLOSED, (tag) => '<'.padEnd(tag.length, 'x'))
  return withTree(known, (tree) => {
    const spans: [number, number][] = []
    const open: (Root | Root['children'][number])[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      const { start, end } = node.position ?? {}
      if (node.type === 'code' || node.type === 'inlineCode')
        spans.push([start?.offset ?? 0, end?.offset ?? 0])
      if ('children' in node) open.push(...node.children.toReversed())
    }
    return spans
  })
}

/** Two tags that belong together; the group of `open` is a language. */
interface Pair {
  open: RegExp
  close: RegExp
  nests?: true
}

/** What programs hide: Jekyll, kramdown, and Hugo by a shortcode and in its templates. */
const COMMENTS: readonly Pair[] = [
  { open: /\{%-?\s*comment\s*-?%\}/, close: /\{%-?\s*endcomment\s*-?%\}/, nests: true },
  { open: /\{::comment\s*\}/, close: /\{:\/(?:comment)?\}/ },
  { open: /\{\{[<%]\s*comment\s*[>%]\}\}/, close: /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/, nests: true },
  { open: /\{\{-?\s*\/\*/, close: /\*\/\s*-?\}\}/ },
]
const OBSIDIAN: Pair = { open: /%%/, close: /%%/ }
const MDX: Pair = { open: /\{\s*\/\*/, close: /\*\/\s*\}/ }

/** What programs show as it is: code, and text that looks like a template. */
const VERBATIM: readonly Pair[] = [
  { open: /\{%-?\s*raw\s*-?%\}/, close: /\{%-?\s*endraw\s*-?%\}/ },
  {
    open: /\{%-? *highlight(?!\w) *(?! )["']?([\w+#-]*)(?![\w+#-])[^{}%]*%\}\n?/,
    close: /\{%-? *endhighlight *-?%\}/,
  },
  {
    open: /\{\{[<%] *highlight(?!\w) *(?! )(?:lang=)?["'`]?([\w+#-]*)(?![\w+#-])[^{}>%]*[>%]\}\}\n?/,
    close: /\{\{[<%] *\/ *highlight *[>%]\}\}/,
  },
]

interface Dialect {
  isMdx: boolean
  isObsidian: boolean
}

/** Without the comments that begin outside of code. Those of HTML are no text in Markdown either. */
export function withoutComments(markdown: string, { isMdx, isObsidian }: Dialect, receipt: Receipt): string {
  const comments = [...COMMENTS, ...(isMdx ? [MDX] : []), ...(isObsidian ? [OBSIDIAN] : [])]
  return comments.reduce(
    (text, comment) =>
      replacePairs(text, comment, () => {
        receipt.add('document-comment')
        return ''
      }),
    markdown,
  )
}

const MAX_LOOKS = 20

/** Replaces pairs that begin outside of code. */
function replacePairs(text: string, pair: Pair, change: (found: FoundPair) => string, looks = 0): string {
  if (!pair.open.test(text)) return text
  const parts: string[] = []
  let after = 0
  for (const found of pairsIn(text, pair)) {
    parts.push(text.slice(after, found.start), change(found))
    after = found.end
    // A sign of code in it hides what is code behind it, until it is gone.
    if (looks < MAX_LOOKS && /```|~~~/.test(found.inner)) break
  }
  const rest = parts.join('') + text.slice(after)
  return after === 0 || looks > MAX_LOOKS ? rest : replacePairs(rest, pair, change, looks + 1)
}

interface FoundPair {
  start: number
  end: number
  inner: string
  language: string | undefined
}

/** The last closing tag ends a pair that lacks some. */
function* pairsIn(text: string, { open, close, nests }: Pair): Generator<FoundPair> {
  const isCode = new Uint8Array(text.length)
  for (const [start, end] of codeIn(text)) isCode.fill(1, start, end)
  const isSame = open.source === close.source
  let opened: RegExpExecArray | undefined
  let found: FoundPair | undefined
  let depth = 0
  for (const tag of text.matchAll(new RegExp(`(${close.source})|${open.source}`, 'g'))) {
    const isClose = tag[1] !== undefined
    if (!opened) {
      if ((isSame || !isClose) && !isCode[tag.index]) [opened, depth] = [tag, 1]
      continue
    }
    depth += isClose ? -1 : Number(nests ?? false)
    const { index, 0: whole, 2: language } = opened
    const inner = text.slice(index + whole.length, tag.index)
    if (isClose) found = { start: index, end: tag.index + tag[0].length, inner, language }
    if (!found || depth > 0) continue
    yield found
    opened = found = undefined
  }
  if (found) yield found
}

/** The address of a text by the name that another one gives it in a template. */
export type AddressOf = (name: string) => string | undefined

/**
 * Replaces the template tags of Jekyll and Hugo that stand for text, pictures and pages. Others stay as text, as code does, and
 * are in the receipt.
 * @param root the path below which the site is, such as `/blog`, or nothing
 */
export const replaceTemplates = (
  markdown: string,
  receipt: Receipt,
  addressOf: AddressOf,
  root: string,
): string =>
  /\{[{%:#.]/.test(markdown)
    ? outsideCode(markdown, (text) => {
        const replaced = replaceInText(text, receipt, addressOf, root)
        for (const name of templatesIn(replaced)) receipt.add('template', 1, name)
        return replaced
      })
    : markdown

/** Changes a text but for the code in it, in whose places are signs of its own meanwhile. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  const kept: string[] = []
  const keep = (code: string) => `\0${kept.push(code) - 1}\0`
  const text = VERBATIM.reduce(
    (rest, pair) =>
      replacePairs(rest, pair, ({ inner, language }) =>
        keep(language === undefined ? inner : `\n\`\`\`${language}\n${inner}\n\`\`\`\n`),
      ),
    markdown.replaceAll('\0', ''),
  )
  const parts: string[] = []
  let after = 0
  for (const [start, end] of codeIn(text)) {
    parts.push(text.slice(after, start), keep(text.slice(start, end)))
    after = end
  }
  let changed = change(parts.join('') + text.slice(after))
  // Code may have signs of what was kept before it.
  while (changed.includes('\0'))
    changed = changed.replace(/\0(\d+)\0/g, (_, at: string) => kept[Number(at)] ?? '')
  return changed
}

// Each of these matches in a time that grows with the length of the text only: no two stars of them can match the same blanks.
const HUGO = /\{\{[<%]\s*(\/?[\w/.-]+)(?![\w/.-])([^{}]*?)[>%]\}\}/g
const LIQUID = /(?<!\{)\{%-?\s*(\w+)(?!\w)([^{}]*?)%\}/g
const TEMPLATE = /(?<!=)\{\{[^{}]*\}\}|\{%[^{}]*%\}/g
const CODE_TAG = /(<\/?(?:code|pre)\b[^<>]*>)/i

/** The names of template tags that are left in a text, but for closing ones, and those in code. */
function templatesIn(text: string): string[] {
  let depth = 0
  return text.split(CODE_TAG).flatMap((part, index) => {
    if (index % 2 === 1) depth = Math.max(0, depth + (part.startsWith('</') ? -1 : 1))
    if (index % 2 === 1 || depth > 0) return []
    return [...part.matchAll(TEMPLATE)].flatMap(([tag]) => {
      const name = /^\{[{%](?:&lt;|[<%])?-?\s*([^\s{}|>%]*)/.exec(tag.slice(0, 80))?.[1] ?? ''
      return /^(?:\/|end)/.test(name) ? [] : [tag.startsWith('{%') ? `{% ${name} %}` : name]
    })
  })
}

/** Without what kramdown and Hugo say of elements: `![A lamp](a.png){: width="700"}`, `## Lamps {#lamps}`. */
export const withoutAttributes = (markdown: string): string =>
  markdown
    .replace(/^\{:[^{}\n]*\}[ \t]*$|\{:[ \t]*(?:[.#]|[\w-]+=(?!>))[^{}\n]*\}/gm, '')
    .replace(/\{(?<=^#{1,6}[ \t][^\n{]*\{)[.#][^{}\n]*\}[ \t]*$/gm, '')

function replaceInText(text: string, receipt: Receipt, addressOf: AddressOf, root: string): string {
  const closings = new Map<string, string>()
  const replace = (name: string, tag: Tag): string | undefined => {
    const closed = /^(?:\/|end)(.+)/.exec(name)?.[1]
    if (closed !== undefined) return closings.get(closed)
    const html = tagHtml(name, tag, addressOf)
    if (html !== undefined) closings.set(name, '')
    if (html !== undefined || name !== 'figure') return html
    // Its pictures are between its tags.
    closings.set(name, `\n\n${captionHtml(tag)}</figure>\n\n`)
    return '\n\n<figure>\n\n'
  }
  return withoutAttributes(text)
    .replace(/\{\{-?\s*site\.(baseurl|url)\s*-?\}\}(\{%)?/g, (_, name: string, tag = '') =>
      // A tag that writes a whole address has the path of the site in it.
      name === 'baseurl' && tag === '' ? root : tag,
    )
    .replace(
      /\{\{-?\s*["']([^"'{}]+)["']\s*\|\s*((?:relative_url|absolute_url)\s*-?|prepend:[^{}]*)\}\}/g,
      (_, path: string, filter: string) =>
        isOutside(path) || !/_url|baseurl/.test(filter) ? path : `${root}/${path.replace(/^\//, '')}`,
    )
    .replace(/\{%-?\s*#[^{}%]*%\}/g, () => {
      receipt.add('document-comment')
      return ''
    })
    .replace(/\{\{([<%])\s*\/\*([^{}*]*)\*\/\s*([>%])\}\}/g, '&#123;&#123;$1$2$3}}')
    .replace(LIQUID, (whole, name: string, rest: string) => {
      if (/^(?:end)?raw$/.test(name)) return ''
      const tag = attributesOf(rest.replace(/-$/, ''))
      const [file = ''] = tag.values
      const isOfFile = /^(?:include|include_relative|include_cached|render)$/.test(name)
      const ofFile = { ...tag, values: tag.values.slice(1) }
      const html = isOfFile ? replace(file.replace(/^.*\/|\.\w+$/g, ''), ofFile) : replace(name, tag)
      return html ?? whole
    })
    .replace(
      HUGO,
      (whole, name: string, rest: string) =>
        replace(name, attributesOf(rest.replace(/\/\s*$/, ''))) ?? whole.replaceAll('<', '&lt;'),
    )
    .replace(BLOCK, '$&\n')
}

/** A line of HTML is one block with the lines behind it, up to an empty one. */
const BLOCK = /^[ \t]*<(?:figure|iframe|video|audio)\b.*<\/(?:figure|iframe|video|audio)>[ \t]*\n(?=.*\S)/gm

/** A tag of a template: `{% include image.html src="a.png" %}`, `{{< img src="a.png" >}}`. */
interface Tag {
  named: ReadonlyMap<string, string>
  /** Those without a name. */
  values: readonly string[]
}

const ATTRIBUTE = /(?:([\w-]+)(?:=|:\s?(?=["'])))?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))|([\w-]+)=/g

function attributesOf(source: string): Tag {
  const named = new Map<string, string>()
  const values: string[] = []
  for (const [, name, ...forms] of source.matchAll(ATTRIBUTE)) {
    const value = forms.slice(0, 4).find((form) => form !== undefined) ?? ''
    if (name) named.set(name, value)
    else if (!value.endsWith('=')) values.push(value)
  }
  return { named, values }
}

const SITES: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
  instagram: 'https://www.instagram.com/p/',
}

/** What a tag shows, by its name, or by the file that it names; undefined if that is not known. */
function tagHtml(name: string, tag: Tag, addressOf: AddressOf): string | undefined {
  const { named, values } = tag
  const [first = ''] = values
  if (/^(?:post_url|link|ref|relref)$/.test(name)) {
    const target = named.get('path') ?? first
    // Of a file that is no text, the path is the address.
    return (
      addressOf(target) ??
      (/\.(?!md|markdown)\w{2,4}$/.test(target) ? `/${target.replace(/^\//, '')}` : undefined)
    )
  }
  const site = SITES[named.get('provider') ?? name]
  const id = ['id', 'video_id', 'video', 'url', 'src'].map((key) => named.get(key)).find(Boolean) ?? first
  if (site && id) return `<iframe src="${escaped(isOutside(id) ? id : site + id)}"></iframe>`
  if (name === 'tweet' || name === 'x')
    return `<iframe src="https://x.com/${escaped(named.get('user') ?? 'i')}/status/${escaped(id)}"></iframe>`
  if (name === 'gist')
    return `<iframe src="https://gist.github.com/${escaped(values.slice(0, 2).join('/'))}"></iframe>`
  return mediaHtml(name, tag)
}

const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)(?:[?#].*)?$/i
const AUDIO = /\.(?:mp3|m4a|ogg|oga|wav|flac|opus)(?:[?#].*)?$/i

/** The picture, player or page of a tag that names its address, under `src` or in the form of a picture. */
function mediaHtml(name: string, tag: Tag): string | undefined {
  const { named, values } = tag
  const said = named.get('src') ?? ''
  // In Jekyll, `src=page.image` names a fact.
  const src = /[/.]/.test(said) && !/^(?:page|site|include|post)\./.test(said) ? said : undefined
  const source = src ?? [...named.values(), ...values].find((value) => PICTURE.test(value))
  if (source === undefined) return undefined
  if (VIDEO.test(source)) return `<video src="${escaped(source)}"></video>`
  if (AUDIO.test(source)) return `<audio src="${escaped(source)}"></audio>`
  if (/^(?:iframe|embed|pdf)/.test(name)) return `<iframe src="${escaped(source)}"></iframe>`
  // A description may follow the address, behind the size.
  const words = values.slice(values.indexOf(source) + 1).filter((value) => !/^\d*(?:px|%)?$/.test(value))
  const alt = named.get('alt') ?? (values.includes(source) ? words.at(-1) : undefined) ?? ''
  const image = `<img src="${escaped(source)}" alt="${escaped(alt)}">`
  const link = ['link', 'url', 'href'].map((key) => named.get(key)).find((value) => value && value !== source)
  return `<figure>${link === undefined ? image : linkHtml(link, image)}${captionHtml(tag)}</figure>`
}

const linkHtml = (href: string, html: string) => `<a href="${escaped(href)}">${html}</a>`

function captionHtml({ named }: Tag): string {
  const source = named.get('attrlink')
  const parts = ['title', 'caption', 'attr'].flatMap((name) => {
    const text = named.get(name)
    if (!text) return []
    const html = /[*_`[&<]/.test(text) ? htmlOfMarkdown(text).replace(/^<p>|<\/p>$/g, '') : text
    return source && name === 'attr' ? linkHtml(source, html) : html
  })
  return `<figcaption>${parts.join(' ')}</figcaption>`
}
