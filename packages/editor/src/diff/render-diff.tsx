import './render-diff.css'
import type { Block } from '@nightdesk/contracts'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import type { RenderOptions } from '../blocks/block.ts'
import { Blocks, footnoteNumbers } from '../render/render.tsx'
import { headingLevels } from '../stored-blocks.ts'
import { type BlockChange, diffBlocks, diffWords, type WordChange } from './diff.ts'
import { describeFormatting, inlineDiff, type TextChange } from './inline.ts'

interface BlocksDiffProps extends Pick<DiffOptions, 'headingBase'> {
  before: readonly Block[]
  after: readonly Block[]
  /** Folds the unchanged blocks. */
  onlyChanges?: boolean
  /** Shown beside each removed or changed block; called with the old block and the old text. */
  action?: (block: Block, text: readonly Block[]) => ReactNode
}

/**
 * The changes from one text to another in rendered blocks: added words are underlined, removed words struck through.
 * Signs, and words for screen readers, mark each change as well: colour is never the only mark.
 */
export function BlocksDiff({ before, after, onlyChanges = false, ...options }: BlocksDiffProps): ReactNode {
  const changes = useMemo(() => diffBlocks(before, after), [before, after])
  if (changes.every(isSame)) {
    const note = <p className="diff-note">The text is the same.</p>
    return onlyChanges ? note : [note, <Blocks key="text" value={after} {...options} />]
  }
  const shown = onlyChanges ? foldSame(changes) : changes
  const levels = new Map([...headingLevels(before), ...headingLevels(after)])
  const footnoteLabel = footnoteNumbers(before, after)
  return shown.map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: changes have no keys and are rendered whole
    <Change key={index} text={before} {...{ change, levels, footnoteLabel }} {...options} />
  ))
}

interface Folded {
  kind: 'folded'
  blocks: Block[]
}

const isSame = ({ kind }: BlockChange) => kind === 'same'

/** Joins each run of unchanged blocks. */
function foldSame(changes: readonly BlockChange[]): (BlockChange | Folded)[] {
  const folded: (BlockChange | Folded)[] = []
  for (const change of changes) {
    const last = folded.at(-1)
    if (change.kind !== 'same') folded.push(change)
    else if (last?.kind === 'folded') last.blocks.push(change.block)
    else folded.push({ kind: 'folded', blocks: [change.block] })
  }
  return folded
}

export type DiffOptions = Pick<RenderOptions, 'headingBase' | 'levels' | 'footnoteLabel'>

interface ChangeProps extends DiffOptions, Pick<BlocksDiffProps, 'action'> {
  /** The old text. */
  text: readonly Block[]
  change: BlockChange | Folded
}

function Change({ text, change, action, ...options }: ChangeProps): ReactNode {
  if (change.kind === 'folded') return <Unchanged blocks={change.blocks} {...options} />
  if (change.kind === 'changed') {
    const { kind, ...versions } = change
    return (
      <div className="diff-block diff-changed" data-change>
        <Sign kind={kind} />
        <ChangedBlock
          {...versions}
          {...options}
          base="after"
          note={(ofBlock, ofWords) => {
            const note = [ofBlock ?? [], ofWords].flat().join('; ')
            return note && <p className="diff-note">{note}</p>
          }}
          removed={(text) => marked('removed', text)}
        />
        {action?.(versions.before, text)}
      </div>
    )
  }
  const block = <Blocks value={[change.block]} {...options} />
  if (change.kind === 'same') return <div className="diff-block">{block}</div>
  const Tag = change.kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Tag className="diff-block" data-change>
        <Sign kind={change.kind} />
        {block}
      </Tag>
      {change.kind === 'removed' && action?.(change.block, text)}
    </>
  )
}

function Unchanged({ blocks, ...options }: DiffOptions & { blocks: readonly Block[] }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const count = `${blocks.length} unchanged ${blocks.length === 1 ? 'paragraph' : 'paragraphs'}`
  return (
    <>
      <button type="button" className="diff-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count}
      </button>
      {isOpen && (
        <div className="diff-block">
          <Blocks value={blocks} {...options} />
        </div>
      )}
    </>
  )
}

/** A change of the words or the formatting of a block. */
interface ChangedBlockProps extends DiffOptions {
  before: Block
  after: Block
  words: readonly WordChange[]
  /** The version whose block is shown, with the words of the other in it. */
  base: 'before' | 'after'
  /** Shows what changed in the formatting, of the block as a whole and of its words. */
  note: (ofBlock: string | undefined, ofWords: readonly string[]) => ReactNode
  /** Shows removed words; `run` is their index in `words`. */
  removed: (text: ReactNode, run: number) => ReactNode
}

/** One block with the words of two versions. */
export function ChangedBlock({
  before,
  after,
  words,
  base,
  note,
  removed,
  levels,
  ...options
}: ChangedBlockProps): ReactNode {
  const { block, captions, changes } = inlineDiff(before, after, words, { base })
  const { ofBlock, ofWords } = describeFormatting(before, after, changes)
  const mark = (text: ReactNode, change: TextChange | undefined) => {
    if (!change) return text
    if (change.kind === 'formatted')
      return (
        <span className="diff-formatted" title={change.description}>
          {labelled(change.description, text)}
        </span>
      )
    return change.kind === 'added' ? <ins>{labelled('added', text)}</ins> : removed(text, change.run)
  }
  return (
    <>
      {note(ofBlock, ofWords)}
      <Blocks
        value={[block]}
        {...options}
        levels={new Map([[block, levels?.get(base === 'before' ? before : after) ?? 1]])}
        captions={captions}
        wrapText={(node, text) => mark(text, changes.get(node))}
      />
    </>
  )
}

/** The changes from one line of text to another, such as a title. */
export const LineDiff = ({ before, after }: { before: string; after: string }): ReactNode =>
  diffWords(before, after).map(({ kind, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no keys and are rendered whole
    <Fragment key={index}>{kind === 'same' ? text : marked(kind, text)}</Fragment>
  ))

const marked = (kind: 'added' | 'removed', text: ReactNode): ReactNode => {
  const Tag = kind === 'added' ? 'ins' : 'del'
  return <Tag>{labelled(kind, text)}</Tag>
}

/** A passage with a word for screen readers before it. */
export const labelled = (label: string, passage: ReactNode): ReactNode => (
  <>
    <span className="diff-label">{label}: </span>
    {passage}
  </>
)

const SIGNS = { added: '+', removed: '−', changed: '±' }

function Sign({ kind }: { kind: keyof typeof SIGNS }): ReactNode {
  return (
    <>
      <span className="diff-sign" aria-hidden>
        {SIGNS[kind]}
      </span>
      {labelled(kind, null)}
    </>
  )
}
