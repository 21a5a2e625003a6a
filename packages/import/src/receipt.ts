/** What an import changed or left out, by kind. */
export interface Loss {
  kind: LossKind
  count: number
  /** Names that tell it apart, such as those of shortcodes; each once. */
  names: string[]
}

/** The nouns for one and for several, and the rest of the sentence for one and for several. */
type LossRule = readonly [one: string, many: string, fateOfOne: string, fateOfMany: string]

const rule = (one: string, fate: string, many = `${one}s`, fateOfMany = fate): LossRule => [
  one,
  many,
  fate,
  fateOfMany,
]
const passive = (one: string, fate: string, many?: string): LossRule =>
  rule(one, `was ${fate}`, many, `were ${fate}`)

/** Each sentence is the count, the noun and the fate: “2 tables became lines of text.” */
const RULES = {
  table: rule('table', 'became lines of text'),
  gallery: rule('gallery', 'became single pictures', 'galleries'),
  embed: rule('embed', 'became a link', undefined, 'became links'),
  audio: rule('audio player', 'became a link', undefined, 'became links'),
  video: rule('video player', 'became a link', undefined, 'became links'),
  shortcode: rule('shortcode', 'stayed as text'),
  'dynamic-block': passive('generated block', 'left out'),
  component: rule('component', 'became its text', undefined, 'became their text'),
  form: rule('form', 'became text'),
  script: passive('script', 'left out'),
  equation: passive('equation', 'left out'),
  drawing: passive('drawing', 'left out'),
  'linked-picture': rule('picture', 'lost its link', undefined, 'lost their links'),
  'picture-without-address': rule('picture', 'had no usable address'),
  'picture-elsewhere': rule(
    'picture',
    'is neither in the file nor at a known address',
    undefined,
    'are neither in the file nor at a known address',
  ),
  'link-without-address': rule('link', 'had no usable address'),
  'document-comment': passive('comment in the document', 'left out', 'comments in the document'),
  'reader-comment': passive('comment of readers', 'left out', 'comments of readers'),
  'book-page': passive('page without a text', 'left out', 'pages without a text'),
  'heading-number': passive('heading number', 'left out'),
  superscript: passive('raised or lowered text', 'put in the line'),
  'plain-caption': rule('caption', 'became plain text'),
  password: passive('password', 'left out, so the story comes in as a draft'),
  private: rule('private story', 'comes in as a draft', 'private stories'),
  scheduled: rule('scheduled story', 'comes in as a draft', 'scheduled stories'),
  'email-only': rule(
    'story that was sent by mail only',
    'comes in as a draft',
    'stories that were sent by mail only',
  ),
  hidden: rule('hidden story', 'comes in as a draft', 'hidden stories', 'come in as drafts'),
  expired: rule(
    'story that has expired',
    'comes in as a draft',
    'stories that have expired',
    'come in as drafts',
  ),
  expiry: passive('date of expiry', 'left out', 'dates of expiry'),
  members: rule('story for members', 'comes in as a draft', 'stories for members'),
  'internal-tag': passive('internal tag', 'left out'),
  button: passive('button for subscribers', 'left out', 'buttons for subscribers'),
  file: rule('file', 'became a link', undefined, 'became links'),
  'broken-markup': passive('fault in the file', 'passed over', 'faults in the file'),
  'unreadable-character': rule('character', 'could not be read'),
} as const satisfies Record<string, LossRule>

export type LossKind = keyof typeof RULES

/** A sentence for people: “2 tables became lines of text.” */
export function describeLoss({ kind, count, names }: Loss): string {
  const [one, many, fateOfOne, fateOfMany] = RULES[kind]
  const noun = count === 1 ? one : many
  const named = names.length > 0 ? ` (${names.join(', ')})` : ''
  return `${count.toLocaleString('en-US')} ${noun}${named} ${count === 1 ? fateOfOne : fateOfMany}.`
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
