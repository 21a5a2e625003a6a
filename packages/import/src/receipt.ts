/** What an import changed or left out, by kind. */
export interface Loss {
  kind: LossKind
  count: number
  /** Names that tell it apart, such as those of shortcodes; each once. */
  names: string[]
}

/** The sentence of each loss after its count: what is in brackets differs between one and several. Names follow the noun, at `{}`. */
const SENTENCES = {
  page: 'page(|s) of the old site{} (comes in as a draft|come in as drafts)',
  undated: '(story that has|stories that have) no date{} (comes in as a draft|come in as drafts)',
  table: 'table(|s){} became lines of text',
  gallery: 'galler(y|ies){} became single pictures',
  embed: 'embed(|s){} became (a link|links)',
  audio: 'audio player(|s){} became (a link|links)',
  video: 'video player(|s){} became (a link|links)',
  shortcode: 'shortcode(|s){} stayed as text',
  template:
    '(piece of template code|pieces of template code){} stayed as text, so the story comes in as a draft',
  'dynamic-block': 'generated block(|s){} (was|were) left out',
  component: 'component(|s){} became (its|their) text',
  form: 'form(|s){} became text',
  script: 'script(|s){} (was|were) left out',
  equation: 'equation(|s){} (was|were) left out',
  drawing: 'drawing(|s){} (was|were) left out',
  'linked-picture': 'picture(|s){} lost (its link|their links)',
  'picture-without-address': 'picture(|s){} had no usable address',
  'picture-elsewhere': 'picture(|s){} (is|are) neither in the file nor at a known address',
  'link-without-address': 'link(|s){} had no usable address',
  'document-comment': 'comment(|s) in the document{} (was|were) left out',
  'reader-comment': 'comment(|s) of readers{} (was|were) left out',
  'book-page': 'page(|s) without a text{} (was|were) left out',
  'heading-number': 'heading number(|s){} (was|were) left out',
  superscript: 'raised or lowered text(|s){} (was|were) put in the line',
  'plain-caption': 'caption(|s){} became plain text',
  password: 'password(|s){} (was|were) left out, so the story comes in as a draft',
  private: 'private stor(y|ies){} comes in as a draft',
  scheduled: 'scheduled stor(y|ies){} comes in as a draft',
  'email-only': '(story that was|stories that were) sent by mail only{} comes in as a draft',
  hidden: 'hidden stor(y|ies){} (comes in as a draft|come in as drafts)',
  expired: '(story that has|stories that have) expired{} (comes in as a draft|come in as drafts)',
  expiry: 'date(|s) of expiry{} (was|were) left out',
  members: 'stor(y|ies) for members{} comes in as a draft',
  canonical: 'canonical address(|es){} (was|were) left out',
  'internal-tag': 'internal tag(|s){} (was|were) left out',
  button: 'button(|s) for subscribers{} (was|were) left out',
  file: 'file(|s){} became (a link|links)',
  'broken-markup': 'fault(|s) in the file{} (was|were) passed over',
  'unreadable-character': 'character(|s){} could not be read',
} as const

export type LossKind = keyof typeof SENTENCES

/** A sentence for people: “2 tables became lines of text.” */
export function describeLoss({ kind, count, names }: Loss): string {
  const named = names.length > 0 ? ` (${names.join(', ')})` : ''
  const rest = SENTENCES[kind]
    .replace(/\(([^|]*)\|([^)]*)\)/g, (_, one: string, many: string) => (count === 1 ? one : many))
    .replace('{}', () => named)
  return `${count.toLocaleString('en-US')} ${rest}.`
}

const MAX_NAMES = 5

/** Collects the losses of one item. */
export class Receipt {
  readonly #losses = new Map<LossKind, { count: number; names: Set<string> }>()

  add(kind: LossKind, count = 1, name?: string): void {
    if (count === 0) return
    const loss = this.#losses.get(kind) ?? { count: 0, names: new Set<string>() }
    loss.count += count
    if (name && loss.names.size < MAX_NAMES) loss.names.add(name)
    this.#losses.set(kind, loss)
  }

  get losses(): Loss[] {
    return [...this.#losses].map(([kind, { count, names }]) => ({ kind, count, names: [...names] }))
  }
}
