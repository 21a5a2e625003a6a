import { type Block, CREDIT_PHRASES, creditsByRole, type Version } from '@nightdesk/contracts'
import { isDerivedExcerpt } from '@nightdesk/editor'
import { BlocksDiff, LineDiff } from '@nightdesk/editor/render-diff'
import type { ReactNode } from 'react'

/** One side of a comparison: a version, or the text in the editor. */
export interface Compared
  extends Partial<Pick<Version, 'title' | 'excerpt' | 'poster_url' | 'poster_alt' | 'credits'>> {
  /** "version 3" */
  name: string
  /** Undefined for a version, as tags are those of the article. */
  tags?: readonly string[]
  content: readonly Block[]
}

export interface VersionComparisonProps {
  before: Compared
  after: Compared
  onlyChanges: boolean
  /** Smaller text, for a column beside the editor or a dialog. */
  isNarrow?: boolean
  /** Rendered after each block that only the older text has. */
  action?: (block: Block, text: readonly Block[]) => ReactNode
}

/** All changes between two versions: fields first, then the content. */
export function VersionComparison({ before, after, isNarrow = false, ...diff }: VersionComparisonProps) {
  const isExcerptWritten = !hasDerivedExcerpt(before) || !hasDerivedExcerpt(after)
  return (
    <section aria-label={`From ${before.name} to ${after.name}`} className="flex min-w-0 flex-col gap-5">
      <p className="text-xs text-muted">
        From {before.name} to {after.name}
      </p>
      <dl className="flex flex-col gap-2 empty:hidden">
        <FieldChange name="Title" before={before.title} after={after.title} />
        <FieldChange name="Byline" before={bylineOf(before)} after={bylineOf(after)} />
        <FieldChange name="Tags" before={before.tags?.join(', ')} after={after.tags?.join(', ')} />
        {isExcerptWritten && <FieldChange name="Excerpt" before={before.excerpt} after={after.excerpt} />}
        <FieldChange name="Featured image" before={before.poster_url} after={after.poster_url}>
          <span className="flex flex-wrap gap-3">
            {before.poster_url && <Poster url={before.poster_url} caption="Removed" />}
            {after.poster_url && <Poster url={after.poster_url} caption="Added" />}
          </span>
        </FieldChange>
        <FieldChange
          name="Description of the featured image"
          before={before.poster_alt}
          after={after.poster_alt}
        />
      </dl>
      <div className={isNarrow ? 'prose text-sm' : 'prose'}>
        <BlocksDiff before={before.content} after={after.content} headingBase={isNarrow ? 4 : 2} {...diff} />
      </div>
    </section>
  )
}

const bylineOf = ({ credits }: Compared) =>
  credits &&
  creditsByRole(credits)
    .map(({ role, people }) => `${CREDIT_PHRASES[role]} ${people.map(({ name }) => name).join(', ')}`)
    .join(' · ')

/** A derived excerpt changes with the content, where the change is already shown. */
const hasDerivedExcerpt = ({ excerpt = '', content }: Compared) => isDerivedExcerpt(excerpt, content)

interface FieldChangeProps {
  name: string
  /** Undefined where it is unknown. */
  before: string | null | undefined
  after: string | null | undefined
  /** Default: the changes of the words. */
  children?: ReactNode
}

function FieldChange({ name, before, after, children }: FieldChangeProps) {
  if (before === after || before === undefined || after === undefined) return null
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="diff-field wrap-anywhere">
        {children ?? <LineDiff before={before ?? ''} after={after ?? ''} />}
      </dd>
    </div>
  )
}

function Poster({ url, caption }: { url: string; caption: string }) {
  return (
    <figure className="w-40">
      <img src={url} alt="" className="aspect-video w-full rounded-control bg-sunken object-cover" />
      <figcaption className="text-xs text-muted">{caption}</figcaption>
    </figure>
  )
}
