import type { Block, Version } from '@nightdesk/contracts'
import { isDerivedExcerpt } from '@nightdesk/editor'
import { BlocksDiff } from '@nightdesk/editor/render-diff'
import type { ReactNode } from 'react'

/** What a comparison looks at: a version, or what is being written. */
export interface Compared extends Partial<Pick<Version, 'title' | 'excerpt' | 'poster_url'>> {
  /** "version 3" */
  name: string
  content: readonly Block[]
}

interface VersionComparisonProps {
  before: Compared
  after: Compared
  onlyChanges: boolean
  /** Smaller, beside something else. */
  isNarrow?: boolean
  /** Stands beside each block that only the older one has. */
  action?: (block: Block) => ReactNode
}

/** Everything that was changed from one version to another: fields first, then the text. */
export function VersionComparison({ before, after, isNarrow = false, ...diff }: VersionComparisonProps) {
  const isExcerptWritten = !hasDerivedExcerpt(before) || !hasDerivedExcerpt(after)
  return (
    <section aria-label={`From ${before.name} to ${after.name}`} className="flex min-w-0 flex-col gap-5">
      <p className="text-xs text-muted">
        From {before.name} to {after.name}
      </p>
      <dl className="flex flex-col gap-2 empty:hidden">
        <FieldChange name="Title" before={before.title} after={after.title} />
        {isExcerptWritten && <FieldChange name="Excerpt" before={before.excerpt} after={after.excerpt} />}
        <PosterChange before={before.poster_url} after={after.poster_url} />
      </dl>
      <div className={isNarrow ? 'prose text-sm' : 'prose'}>
        <BlocksDiff before={before.content} after={after.content} headingBase={isNarrow ? 4 : 2} {...diff} />
      </div>
    </section>
  )
}

/** One that was cut from the text changes with it, which the text itself shows better. */
const hasDerivedExcerpt = ({ excerpt = '', content }: Compared) => isDerivedExcerpt(excerpt, content)

interface FieldChangeProps {
  name: string
  before: string | undefined
  after: string | undefined
}

function FieldChange({ name, before, after }: FieldChangeProps) {
  if (before === after || before === undefined || after === undefined) return null
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="diff-field wrap-anywhere">
        {before && <del>{before}</del>} {after && <ins>{after}</ins>}
      </dd>
    </div>
  )
}

interface PosterChangeProps {
  /** Undefined where it is not known. */
  before: string | null | undefined
  after: string | null | undefined
}

function PosterChange({ before, after }: PosterChangeProps) {
  if (before === after || before === undefined || after === undefined) return null
  return (
    <div>
      <dt className="text-xs text-muted">Featured image</dt>
      <dd className="flex flex-wrap gap-3">
        {before && <Poster url={before} caption="Removed" />}
        {after && <Poster url={after} caption="Added" />}
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
