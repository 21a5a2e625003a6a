import type { Block, Version } from '@nightdesk/contracts'
import { Moment } from '@nightdesk/editor/render-moment'
import { memo, useDeferredValue } from 'react'

interface MomentTextProps {
  version: Version
  /** The present text, to show what was cut and added since. */
  now?: readonly Block[]
  onBringBack?: (content: Block[]) => void
}

/** A version as it was read. The comparison with now is rendered after the text, and not while the slider moves. */
export const MomentText = memo(function MomentText({ version, now, onBringBack }: MomentTextProps) {
  const settled = useDeferredValue(version)
  return (
    <>
      <h2 className="moment-title">{version.title}</h2>
      {version.content.length === 0 && !now?.length ? (
        <p className="text-muted">No content available</p>
      ) : (
        <div className="prose">
          <Moment
            before={version.content}
            now={settled === version ? now : undefined}
            onBringBack={onBringBack}
            headingBase={2}
          />
        </div>
      )}
    </>
  )
})
