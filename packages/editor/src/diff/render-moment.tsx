import './render-moment.css'
import type { Block } from '@nightdesk/contracts'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { Blocks, footnoteNumbers } from '../render/render.tsx'
import { headingLevels } from '../stored-blocks.ts'
import { onOneLine, plainText, truncateAtWord } from '../text/text.ts'
import { diffWords, touchesNext, type WordChange } from './diff.ts'
import {
  bringBack,
  bringBackWords,
  type CutBlock,
  compareWithNow,
  type EditedBlock,
  type MomentPart,
} from './moment.ts'
import { ChangedBlock, type DiffOptions, labelled } from './render-diff.tsx'

interface MomentProps extends Pick<DiffOptions, 'headingBase'> {
  before: readonly Block[]
  /** The present text. Without it, only the old text is shown. */
  now?: readonly Block[]
  /** Called with the present text and a cut passage in its place. Without it, cut passages are shown, but are no buttons. */
  onBringBack?: (content: Block[]) => void
}

/** An old text. What was cut since is pale and struck through, what was added since is underlined. */
export function Moment({ before, now, onBringBack, headingBase }: MomentProps): ReactNode {
  const parts = useMemo(
    () => (now ? compareWithNow(before, now) : before.map((block): MomentPart => ({ kind: 'same', block }))),
    [before, now],
  )
  const levels = useMemo(
    () => new Map([...headingLevels(now ?? []), ...headingLevels(before)]),
    [before, now],
  )
  const footnoteLabel = useMemo(() => footnoteNumbers(now ?? [], before), [before, now])
  const bring: BringBack | undefined = now &&
    onBringBack && {
      block: (part) => onBringBack(bringBack(before, now, part)),
      words: (part, run) => onBringBack(bringBackWords(now, part, run)),
    }
  return keyed(parts).map(({ key, part }) => (
    <div key={key} className={`moment-${part.kind}`}>
      <Part part={part} bring={bring} {...{ levels, footnoteLabel, headingBase }} />
    </div>
  ))
}

interface BringBack {
  block(part: CutBlock): void
  words(part: EditedBlock, run: number): void
}

/** Blocks of the old text have the same keys with and without marks, so that they stay in place on the screen. */
function keyed(parts: readonly MomentPart[]): { key: string; part: MomentPart }[] {
  let [old, added] = [0, 0]
  return parts.map((part) => ({ key: part.kind === 'added' ? `added ${added++}` : `old ${old++}`, part }))
}

interface PartProps extends DiffOptions {
  part: MomentPart
  bring: BringBack | undefined
}

function Part({ part, bring, ...options }: PartProps): ReactNode {
  if (part.kind === 'edited') {
    const { kind: _kind, at: _at, ...versions } = part
    return (
      <ChangedBlock
        {...versions}
        {...options}
        base="before"
        note={noteFormatting}
        removed={(text, run) => (
          <CutWords onBringBack={bring && (() => bring.words(part, run))}>{text}</CutWords>
        )}
      />
    )
  }
  const block = <Blocks value={[part.block]} {...options} />
  if (part.kind === 'cut') {
    const words = truncateAtWord(onOneLine(plainText([part.block])), MOST_LETTERS)
    return (
      <>
        <del>{labelled('cut', block)}</del>
        {bring && (
          <button
            type="button"
            data-bring-back
            aria-label={`Bring back: ${words || 'a block without words'}`}
            onClick={() => bring.block(part)}
          >
            <span>Bring back</span>
          </button>
        )}
      </>
    )
  }
  if (part.kind === 'added') return <ins>{labelled('added', block)}</ins>
  return part.kind === 'moved' ? labelled('moved', block) : block
}

/** Of a passage, in the name of its button. */
const MOST_LETTERS = 80

/** Above a block, what changed in its formatting. Screen readers find the changes of words beside these. */
function noteFormatting(ofBlock: string | undefined, ofWords: readonly string[]): ReactNode {
  if (!ofBlock && ofWords.length === 0) return null
  return (
    <>
      {ofBlock && labelled(ofBlock, null)}
      <span className="moment-note" aria-hidden>
        {[ofBlock ?? [], ofWords].flat().join('; ')}
      </span>
    </>
  )
}

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
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no keys and are rendered whole
        <Fragment key={run}>
          {kind === 'same' && text}
          {kind === 'added' && <ins>{labelled('added', text)}</ins>}
          {kind === 'removed' && (
            <CutWords onBringBack={onBringBack && (() => onBringBack(withWords(words, run)))}>
              {text}
            </CutWords>
          )}
        </Fragment>
      ))}
    </span>
  )
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

interface CutWordsProps {
  /** Without it, the words are no button. */
  onBringBack: (() => void) | undefined
  children: ReactNode
}

/** Words that an old text has, and the present one has not. */
function CutWords({ onBringBack, children }: CutWordsProps): ReactNode {
  if (!onBringBack) return <del>{labelled('cut', children)}</del>
  const pressByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onBringBack()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> would not break over lines as the words do
    <span role="button" tabIndex={0} data-bring-back onClick={onBringBack} onKeyDown={pressByKey}>
      <span className="diff-label">Bring back: </span>
      <del>{children}</del>
    </span>
  )
}
