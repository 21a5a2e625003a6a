import './render-moment.css'
import type { Block } from '@nightdesk/contracts'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import type { RenderOptions } from '../blocks/block.ts'
import { Blocks, footnoteNumbers } from '../render/render.tsx'
import { headingLevels } from '../stored-blocks.ts'
import { onOneLine, plainText, truncateAtWord } from '../text/text.ts'
import { diffWords, touchesNext, type WordChange } from './diff.ts'
import { describeFormatting, type InlineDiff, inlineDiff, type TextChange } from './inline.ts'
import {
  bringBack,
  bringBackWords,
  type CutBlock,
  compareWithNow,
  type EditedBlock,
  type MomentPart,
} from './moment.ts'

interface MomentProps extends Pick<RenderOptions, 'headingBase'> {
  before: readonly Block[]
  /** The present text. Without it, only the old text is shown. */
  now?: readonly Block[]
  /** Called with the present text and a cut passage in its place. Without it, cut passages are shown, but are no buttons. */
  onBringBack?: (content: Block[]) => void
}

/** An old text. What was cut since is pale and struck through, what was added since is underlined. */
export function Moment({ before, now, onBringBack, headingBase }: MomentProps): ReactNode {
  const parts = useMemo(() => (now ? compareWithNow(before, now) : before.map(alone)), [before, now])
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

const alone = (block: Block): MomentPart => ({ kind: 'same', block })

/** Blocks of the old text have the same keys with and without marks, so that they stay in place on the screen. */
function keyed(parts: readonly MomentPart[]): { key: string; part: MomentPart }[] {
  let [old, added] = [0, 0]
  return parts.map((part) => ({ key: part.kind === 'added' ? `added ${added++}` : `old ${old++}`, part }))
}

type Options = Pick<RenderOptions, 'headingBase' | 'levels' | 'footnoteLabel'>

interface PartProps extends Options {
  part: MomentPart
  bring: BringBack | undefined
}

function Part({ part, bring, ...options }: PartProps): ReactNode {
  if (part.kind === 'edited') return <Edited part={part} bring={bring} {...options} />
  const block = <Blocks value={[part.block]} {...options} />
  if (part.kind === 'cut') return <Cut part={part} bring={bring} block={block} />
  if (part.kind === 'added') return <ins>{labelled('added', block)}</ins>
  return part.kind === 'moved' ? labelled('moved', block) : block
}

function Cut({
  part,
  bring,
  block,
}: {
  part: CutBlock
  bring: BringBack | undefined
  block: ReactNode
}): ReactNode {
  const text = onOneLine(plainText([part.block]))
  return (
    <>
      <del>{labelled('cut', block)}</del>
      {bring && (
        <button
          type="button"
          data-bring-back
          aria-label={`Bring back: ${truncateAtWord(text, MOST_LETTERS) || 'a block without words'}`}
          onClick={() => bring.block(part)}
        >
          <span>Bring back</span>
        </button>
      )}
    </>
  )
}

/** Of a passage, in the name of its button. */
const MOST_LETTERS = 80

interface EditedProps extends Options {
  part: EditedBlock
  bring: BringBack | undefined
}

function Edited({ part, bring, levels, ...options }: EditedProps): ReactNode {
  const { before, after, words } = part
  const { block, captions, changes } = inlineDiff(before, after, words, { base: 'before' })
  return (
    <>
      <FormattingNote before={before} after={after} changes={changes} />
      <Blocks
        value={[block]}
        {...options}
        levels={new Map([[block, levels?.get(before) ?? 1]])}
        captions={captions}
        wrapText={(node, text) => {
          const change = changes.get(node)
          return change ? (
            <ChangedText change={change} onBringBack={bring && ((run) => bring.words(part, run))}>
              {text}
            </ChangedText>
          ) : (
            text
          )
        }}
      />
    </>
  )
}

interface ChangedTextProps {
  change: TextChange
  onBringBack: ((run: number) => void) | undefined
  children: ReactNode
}

function ChangedText({ change, onBringBack, children }: ChangedTextProps): ReactNode {
  if (change.kind === 'formatted') {
    return (
      <span className="moment-formatted" title={change.description}>
        {labelled(change.description, children)}
      </span>
    )
  }
  if (change.kind === 'added') return <ins>{labelled('added', children)}</ins>
  return <CutWords onBringBack={onBringBack && (() => onBringBack(change.run))}>{children}</CutWords>
}

interface FormattingNoteProps extends Pick<EditedBlock, 'before' | 'after'> {
  changes: InlineDiff['changes']
}

/** Above a block, what changed in its formatting. Screen readers find the changes of words beside these. */
function FormattingNote({ before, after, changes }: FormattingNoteProps): ReactNode {
  const { ofBlock, ofWords } = describeFormatting(before, after, changes)
  if (!ofBlock && ofWords.length === 0) return null
  return (
    <>
      {ofBlock && labelled(ofBlock, null)}
      <span className="moment-note" aria-hidden>
        {[...(ofBlock ? [ofBlock] : []), ...ofWords].join('; ')}
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
