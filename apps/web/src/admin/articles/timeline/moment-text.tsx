import type { Block, Version } from '@nightdesk/contracts'
import { Moment } from '@nightdesk/editor/render-moment'
import { MomentTitle } from '@nightdesk/editor/render-title'
import { memo, useDeferredValue } from 'react'
import type { PresentText } from '../open-editor/use-draft.ts'

interface MomentTextProps {
  version: Version
  /** The present text, to show what was cut and added since. */
  now?: PresentText
  /** Called with the present title or content, and a cut passage in its place. */
  onBringBack?: BringBack
}

export interface BringBack {
  title(title: string): void
  content(content: Block[]): void
}

/** A version as it was read. The comparison with now is rendered after the text, and not while the slider moves. */
export const MomentText = memo(function MomentText({ version, now, onBringBack }: MomentTextProps) {
  const settled = useDeferredValue(version)
  const compared = settled === version ? now : undefined
  return (
    <>
      <h2 className="moment-title">
        <MomentTitle before={version.title} now={compared?.title} onBringBack={onBringBack?.title} />
      </h2>
      {version.content.length === 0 && !now?.content.length ? (
        <p className="text-muted">No content available</p>
      ) : (
        <div className="prose">
          <Moment
            before={version.content}
            now={compared?.content}
            onBringBack={onBringBack?.content}
            headingBase={2}
          />
        </div>
      )}
    </>
  )
})
