import { uniqueTags } from '@nightdesk/contracts'
import { type Fields, instantOf, textOf } from '../archive/fields.ts'
import { type AddressBase, pictureRef, resolve } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { plainLine } from '../html/parse.ts'
import type { ImportedAuthor, ImportedText, PictureRef } from '../model.ts'
import { Receipt } from '../receipt/losses.ts'
import type { GhostSite } from './ghost-site.ts'
import { adaptCards, CONTROLS } from './text/cards.ts'
import { htmlOfLexical } from './text/lexical.ts'
import { htmlOfMobiledoc } from './text/mobiledoc.ts'

/** Ghost writes this for its own address. */
const OWN = /__GHOST_URL__/g
const withoutHost = (text: string) => text.replace(OWN, '')

export function importedPost(post: Fields, site: GhostSite, addresses: AddressBase): ImportedText {
  const receipt = new Receipt()
  const id = textOf(post.id)
  const html = withoutHost(htmlOf(post))
  const { content, pictures, words } = convertHtml(
    { html, ignored: CONTROLS, adapt: adaptCards, ...addresses },
    receipt,
  )
  const state = stateOf(post, receipt)
  return {
    title: plainLine(textOf(post.title)),
    content,
    excerpt: plainLine(textOf(post.custom_excerpt)),
    state,
    created_at: instantOf(post.created_at),
    published_at: instantOf(post.published_at),
    updated_at: instantOf(post.updated_at),
    authors: authorsOf(post, site),
    tags: tagsOf(id, site, receipt),
    poster: posterOf(post, site.metaOfPosts.get(id), addresses),
    pictures,
    addresses: addressesOf(post, site),
    receipt: receipt.losses,
    words,
  }
}

/** Ghost writes the HTML of each post beside the format of its editor. */
function htmlOf(post: Fields): string {
  const html = textOf(post.html)
  if (html !== '') return html
  const lexical = textOf(post.lexical)
  if (lexical !== '') return htmlOfLexical(lexical)
  const mobiledoc = textOf(post.mobiledoc)
  return mobiledoc === '' ? '' : htmlOfMobiledoc(mobiledoc)
}

/** What was not public there is not public here. */
function stateOf(post: Fields, receipt: Receipt): ImportedText['state'] {
  const status = textOf(post.status)
  const visibility = textOf(post.visibility) || 'public'
  if (status === 'scheduled') receipt.add('scheduled')
  if (status === 'sent') receipt.add('email-only')
  if (status !== 'published') return 'draft'
  const isForAll = visibility === 'public' && !/kg-gated-block:begin/.test(textOf(post.html))
  if (!isForAll) receipt.add('members')
  return isForAll ? 'published' : 'draft'
}

function authorsOf(post: Fields, { authorsOfPosts, users }: GhostSite): ImportedAuthor[] {
  const ids = authorsOfPosts.get(textOf(post.id)) ?? [textOf(post.author_id)]
  return ids.flatMap((id) => {
    const user = users.get(id)
    if (!user) return []
    const { slug, ...author } = user
    return [author]
  })
}

function tagsOf(id: string, { tagsOfPosts, tags }: GhostSite, receipt: Receipt): string[] {
  const found = (tagsOfPosts.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? [])
  for (const { name } of found.filter(({ isInternal }) => isInternal)) receipt.add('internal-tag', 1, name)
  return uniqueTags(
    found.filter(({ name, isInternal }) => name !== '' && !isInternal).map(({ name }) => name),
  )
}

function posterOf(
  post: Fields,
  meta: Fields | undefined,
  { base, pictureAt }: AddressBase,
): PictureRef | null {
  const image = withoutHost(textOf(post.feature_image) || textOf(post.image))
  const found = pictureAt?.(resolve(image, base)?.href ?? image)
  return image === '' ? null : pictureRef(image, textOf(meta?.feature_image_alt), base, found)
}

function addressesOf(post: Fields, { permalinks }: GhostSite): string[] {
  const published = instantOf(post.published_at) ?? ''
  const parts: Readonly<Record<string, string>> = {
    year: published.slice(0, 4),
    month: published.slice(5, 7),
    day: published.slice(8, 10),
    slug: textOf(post.slug),
    id: textOf(post.id),
  }
  const dated = permalinks.replace(/:([a-z_]+)/g, (whole, name: string) => parts[name] ?? whole)
  const plain = `/${parts.slug}/`
  const isComplete = !dated.includes(':') && parts.slug !== ''
  const own = [...(isComplete ? [dated] : []), ...(parts.slug === '' ? [] : [plain])]
  const uuid = textOf(post.uuid)
  return [...new Set([...own, ...own.map((path) => `${path}amp/`), ...(uuid ? [`/p/${uuid}/`] : [])])]
}
