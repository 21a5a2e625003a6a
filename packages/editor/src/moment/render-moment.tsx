import './moment.css'
import type { Block } from '@nightdesk/contracts'
import { type ReactNode, useMemo } from 'react'
import type { RenderOptions } from '../blocks/block.ts'
import { describeFormatting } from '../diff/describe-formatting.ts'
import { type InlineDiff, inlineDiff, type TextChange } from '../diff/inline.ts'
import { footnoteNumbers } from '../render/footnotes.tsx'
import { headingLevels } from '../render/heading-levels.ts'
import { Blocks } from '../render/render.tsx'
import { plainText } from '../text/text.ts'
import { onOneLine, truncateAtWord } from '../text/truncate.ts'
import { CutWords, labelled } from './cut-words.tsx'
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
