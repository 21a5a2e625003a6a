import type { KeyboardEvent, ReactNode } from 'react'

interface CutWordsProps {
  /** Without it, the words are no button. */
  onBringBack: (() => void) | undefined
  children: ReactNode
}

/** Words that an old text has, and the present one has not. */
export function CutWords({ onBringBack, children }: CutWordsProps): ReactNode {
  if (!onBringBack) return <del>{labelled('cut', children)}</del>
  const pressByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onBringBack()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> would not break over lines as the words do
    <span role="button" tabIndex={0} data-bring-back onClick={onBringBack} onKeyDown={pressByKey}>
      <span className="moment-label">Bring back: </span>
      <del>{children}</del>
    </span>
  )
}

/** A passage with a word for screen readers before it. */
export const labelled = (label: string, passage: ReactNode): ReactNode => (
  <>
    <span className="moment-label">{label}: </span>
    {passage}
  </>
)
