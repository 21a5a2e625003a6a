import { isSameTags } from '@nightdesk/contracts'
import { BlocksDiff } from '@nightdesk/editor/render-diff'
import type { DraftText } from '../draft-text.ts'
import { isSameByline } from '../same-byline.ts'

interface TextDiffProps {
  before: DraftText
  after: DraftText
}

/** Differences between two texts in title, excerpt, featured image, byline, tags and blocks. */
export function TextDiff({ before, after }: TextDiffProps) {
  return (
    <div className="flex flex-col gap-3">
      {before.title.trim() !== after.title.trim() && (
        <p className="font-serif text-lg">
          <del className="text-muted">{before.title}</del> <ins>{after.title}</ins>
        </p>
      )}
      {before.excerpt.trim() !== after.excerpt.trim() && (
        <p className="text-sm wrap-anywhere">
          Excerpt: <del className="text-muted">{before.excerpt}</del>{' '}
          <ins>{after.excerpt.trim() || 'made from the text'}</ins>
        </p>
      )}
      {before.poster?.image_id !== after.poster?.image_id && (
        <p className="text-xs text-muted">
          {after.poster ? 'Another featured image' : 'The featured image is removed'}
        </p>
      )}
      {before.poster?.alt.trim() !== after.poster?.alt.trim() && (
        <p className="text-sm wrap-anywhere">
          Featured image: <del className="text-muted">{before.poster?.alt}</del>{' '}
          <ins>{after.poster?.alt}</ins>
        </p>
      )}
      {!isSameByline(before.credits, after.credits) && (
        <p className="text-xs text-muted">By {after.credits.map(({ name }) => name).join(', ')}</p>
      )}
      {!isSameTags(before.tags, after.tags) && (
        <p className="text-xs text-muted">
          {after.tags.length > 0 ? `Tags: ${after.tags.join(', ')}` : 'The tags are removed'}
        </p>
      )}
      <div className="prose text-sm">
        <BlocksDiff before={before.content} after={after.content} onlyChanges headingBase={4} />
      </div>
    </div>
  )
}
