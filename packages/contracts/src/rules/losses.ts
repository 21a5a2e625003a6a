/** What an import changed or left out, by kind. */
export interface Loss {
  kind: LossKind
  count: number
  /** Names that tell it apart, such as those of shortcodes; each once. */
  names: string[]
}

/**
 * The sentence of each loss after its count, the worst first: what is in brackets differs between one and several. Names follow the
 * noun, at `{}`.
 */
const SENTENCES = {
  undated: '(story that has|stories that have) no date{} (comes in as a draft|come in as drafts)',
  // Words and pictures that readers miss.
  word: 'text(|s){} (misses|miss) some words',
  'unreadable-character': 'character(|s){} could not be read',
  'broken-markup': 'fault(|s) in the file{} (was|were) passed over',
  'book-page': 'page(|s) without a text{} (was|were) left out',
  'title-only': 'text(|s){} (is|are) nothing but (its title|their titles)',
  'picture-left-out': 'picture(|s){} in the file could not be used',
  'picture-elsewhere': 'picture(|s){} (is|are) neither in the file nor at a known address',
  'picture-without-address': 'picture(|s){} had no usable address',
  credit: 'name(|s){} (is|are) beyond those that a story can credit, and (was|were) left out',
  'poster-caption': 'caption(|s) of a poster{} (was|were) left out',
  background: 'picture(|s) behind a text{} (was|were) left out',
  equation: 'equation(|s){} (was|were) left out',
  drawing: 'drawing(|s){} (was|were) left out',
  'dynamic-block': 'generated block(|s){} (was|were) left out',
  script: 'script(|s){} (was|were) left out',
  // Stories that readers do not see.
  template: '(piece of template code|pieces of template code){} stayed as text, which makes a draft',
  page: 'page(|s) of the old site{} (comes in as a draft|come in as drafts)',
  password:
    'password(|s){} (was|were) left out, so the (story comes in as a draft|stories come in as drafts)',
  private: 'private stor(y|ies){} (comes in as a draft|come in as drafts)',
  members: 'stor(y|ies) for members{} (comes in as a draft|come in as drafts)',
  hidden: 'hidden stor(y|ies){} (comes in as a draft|come in as drafts)',
  expired: '(story that has|stories that have) expired{} (comes in as a draft|come in as drafts)',
  'email-only':
    '(story that was|stories that were) sent by mail only{} (comes in as a draft|come in as drafts)',
  scheduled: 'scheduled stor(y|ies){} (comes in as a draft|come in as drafts)',
  // What stayed elsewhere, or became something else.
  'picture-not-copied': 'picture(|s){} (stays|stay) on the old site',
  'edited-meanwhile': 'edited stor(y|ies){} (keeps its|keep their) pictures on the old site',
  shortcode: 'shortcode(|s){} stayed as text',
  component: 'component(|s){} became (its|their) text',
  form: 'form(|s){} became text',
  embed: 'embed(|s){} became (a link|links)',
  audio: 'audio player(|s){} became (a link|links)',
  video: 'video player(|s){} became (a link|links)',
  file: 'file(|s){} became (a link|links)',
  gallery: 'galler(y|ies){} became single pictures',
  table: 'table(|s){} became lines of text',
  'link-without-address': 'link(|s){} had no usable address',
  'linked-picture': 'picture(|s){} lost (its link|their links)',
  superscript: 'raised or lowered text(|s){} (was|were) put in the line',
  'plain-caption': 'caption(|s){} became plain text',
  'long-title': 'title(|s){} (was|were) shortened',
  'long-excerpt': 'excerpt(|s){} (was|were) shortened',
  'page-address': 'page(|s){} (has another address|have other addresses) here',
  'no-title': 'stor(y|ies){} had no title',
  'picture-archived': 'picture(|s){} (is|are) from the Wayback Machine',
  // What belongs to the old site.
  tag: 'tag(|s){} (was|were) left out',
  address: 'old address(|es){} (was|were) left out',
  'internal-tag': 'internal tag(|s){} (was|were) left out',
  'reader-comment': 'comment(|s) of readers{} (was|were) left out',
  'document-comment': 'comment(|s) in the document{} (was|were) left out',
  canonical: 'canonical address(|es){} (was|were) left out',
  expiry: 'date(|s) of expiry{} (was|were) left out',
  'heading-number': 'heading number(|s){} (was|were) left out',
  'search-text': '(title or description|titles and descriptions) for search engines{} (was|were) left out',
  menu: 'menu entr(y|ies){} (was|were) left out',
  sticky: 'featured stor(y|ies){} (is|are) like any other here',
  download: 'download button(|s){} (was|were) left out',
  button: 'button(|s) for subscribers{} (was|were) left out',
} as const

export type LossKind = keyof typeof SENTENCES

/** All kinds, the worst first. */
export const LOSS_KINDS = Object.keys(SENTENCES) as LossKind[] // the keys of the table

/** A sentence for people: “2 tables became lines of text.” */
export function describeLoss({ kind, count, names }: Loss): string {
  const named = names.length > 0 ? ` (${names.join(', ')})` : ''
  const rest = SENTENCES[kind]
    .replace(/\(([^|]*)\|([^)]*)\)/g, (_, one: string, many: string) => (count === 1 ? one : many))
    .replace('{}', () => named)
  return `${count.toLocaleString('en-US')} ${rest}.`
}
