import { textOf } from '../archive/fields.ts'
import { pictureRef } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, plainLine } from '../html/parse.ts'
import type { ImportedText } from '../model.ts'
import { Receipt } from '../receipt/losses.ts'
import { addressesOf, fileName } from './addresses.ts'
import type { Document } from './front-matter.ts'
import type { MarkdownFolder } from './markdown.ts'
import { ADDED, htmlOfMarkdown } from './markdown-html.ts'
import { authorsOf, datesOf, firstOf, posterOf, stateOf, tagsOf } from './matter.ts'
import { pictureIn } from './pictures.ts'
import { isHidden } from './site.ts'
import { outsideCode, replaceTemplates, withoutComments } from './templates.ts'

const EXCERPTS = ['excerpt', 'description', 'summary', 'subtitle']

export function importedText(path: string, document: Document, folder: MarkdownFolder): ImportedText {
  const { archive, site } = folder
  const receipt = new Receipt()
  const { matter } = document
  const { slug, date } = fileName(path)
  const dialect = { isMdx: /\.mdx$/i.test(path), isObsidian: site.isVault || site.generator === 'none' }
  const seen = withoutComments(document.body, dialect, receipt)
  const inherited = folder.cascades.flatMap(([above, facts]) => (path.startsWith(above) ? [facts] : []))
  const own = Object.assign({}, ...inherited, matter)
  const state = stateOf(own, isHidden(path, site, matter), receipt)
  const { title, body } = titled({ matter, body: seen }, slug)
  const dates = datesOf(matter, date ? `${date}T00:00:00.000Z` : null)
  const addresses = archive ? addressesOf(path, matter, dates.published_at, site) : []
  const pictureAt = pictureIn(archive, path, { base: site.base, page: addresses[0] })
  const html = htmlOfMarkdown(
    replaceTemplates(dialect.isMdx ? withoutModule(body, receipt) : body, receipt, folder.postUrl),
  )
  const poster = posterOf(matter)
  const { content, pictures, words } = convertHtml(
    { html, ignored: ADDED, adapt: adaptCode, base: site.base, pictureAt },
    receipt,
  )
  return {
    title,
    content,
    excerpt: plainLine(textOf(firstOf(matter, EXCERPTS))),
    state,
    ...dates,
    authors: authorsOf(matter),
    tags: tagsOf(matter),
    poster: poster ? pictureRef(poster.source, poster.alt, site.base, pictureAt(poster.source)) : null,
    pictures,
    addresses,
    receipt: receipt.losses,
    words,
  }
}

/** A text without a title in its facts begins with it. */
function titled({ matter, body }: Pick<Document, 'matter' | 'body'>, slug: string) {
  const title = plainLine(textOf(matter.title))
  if (title !== '') return { title, body }
  const text = body.trimStart()
  const [heading, atx, setext] = /^(?:# +([^\n]+)|([^\n]+)\n=+[ \t]*)(?:\n|$)/.exec(text) ?? []
  const found = (atx?.trimEnd().replace(/(?<= )#+$/, '') ?? setext ?? '').replace(/[*_`]/g, '').trim()
  if (heading === undefined || found === '') return { title: slug.replace(/[-_]+/g, ' ').trim(), body }
  return { title: plainLine(found), body: text.slice(heading.length) }
}

const MODULE = /^(?:import\s[^\n]*\sfrom\s|import\s+["']|export\s+(?:const|default|function)\b)[^\n]*$/gm
const COMPONENT = /<([A-Z]\w{0,60})/g

/** Without the lines of MDX that load and define components; what is between the tags of a component stays. */
const withoutModule = (body: string, receipt: Receipt): string =>
  outsideCode(body, (text) => {
    for (const [, name] of text.matchAll(COMPONENT)) receipt.add('component', 1, name)
    return text.replace(MODULE, () => {
      receipt.add('script')
      return ''
    })
  })

/** A block of code ends with its last line, not with an empty one. */
function adaptCode(root: Element): void {
  for (const code of elementsIn(root, 'pre > code'))
    code.textContent = (code.textContent ?? '').replace(/\n$/, '')
}
