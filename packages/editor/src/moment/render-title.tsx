import './moment.css'
import { type ReactNode, useMemo } from 'react'
import { diffWords, touchesNext, type WordChange } from '../diff/words.ts'
import { CutWords, labelled } from './cut-words.tsx'

interface MomentTitleProps {
  before: string
  /** The present title. Without it, only the old one is shown. */
  now?: string
  /** Called with the present title and cut words in their place. Without it, cut words are no buttons. */
  onBringBack?: (title: string) => void
}

/** An old title, with the words that were cut and added since. */
export function MomentTitle({ before, now = before, onBringBack }: MomentTitleProps): ReactNode {
  const words = useMemo(() => diffWords(before, now), [before, now])
  return (
    <span className="moment-edited">
      {words.map(({ kind, text }, run) => (
        <TitleWords
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no keys and are rendered whole
          key={run}
          kind={kind}
          onBringBack={onBringBack && (() => onBringBack(withWords(words, run)))}
        >
          {text}
        </TitleWords>
      ))}
    </span>
  )
}

interface TitleWordsProps extends Pick<WordChange, 'kind'> {
  onBringBack: (() => void) | undefined
  children: string
}

function TitleWords({ kind, onBringBack, children }: TitleWordsProps): ReactNode {
  if (kind === 'same') return children
  if (kind === 'added') return <ins>{labelled('added', children)}</ins>
  return <CutWords onBringBack={onBringBack}>{children}</CutWords>
}

/** The present title with a run of cut words in its place. */
const withWords = (words: readonly WordChange[], run: number): string =>
  words
    .map(({ kind, text }, index) => {
      if (kind !== 'removed') return text
      if (index !== run) return ''
      return touchesNext(words, run) ? `${text} ` : text
    })
    .join('')
