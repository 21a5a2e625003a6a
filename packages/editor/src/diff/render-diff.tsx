import './render-diff.css'
import type { Block } from '@nightdesk/contracts'
import { type ReactNode, useMemo, useState } from 'react'
import type { RenderOptions } from '../blocks/block.ts'
import { Blocks, footnoteNumbers } from '../render/render.tsx'
import { headingLevels } from '../stored-blocks.ts'
import { type BlockChange, diffBlocks, diffWords } from './diff.ts'
import { describeFormatting, inlineDiff, type TextChange } from './inline.ts'

interface BlocksDiffProps extends Pick<RenderOptions, 'headingBase'> {
  before: readonly Block[]
  after: readonly Block[]
  /** Folds the unchanged blocks. */
  onlyChanges?: boolean
  /** Shown beside each removed or changed block; called with the old block. */
  action?: (block: Block) => ReactNode
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
    <Change key={index} change={change} levels={levels} footnoteLabel={footnoteLabel} {...options} />
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

type Options = Pick<BlocksDiffProps, 'headingBase' | 'action'> &
  Pick<RenderOptions, 'levels' | 'footnoteLabel'>

function Change({ change, action, ...options }: { change: BlockChange | Folded } & Options): ReactNode {
  if (change.kind === 'folded') return <Unchanged blocks={change.blocks} {...options} />
  if (change.kind === 'changed') return <ChangedBlock {...change} action={action} {...options} />
  const block = <Blocks value={[change.block]} {...options} />
  if (change.kind === 'same') return <div className="diff-block">{block}</div>
  const Tag = change.kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Tag className="diff-block" data-change>
        <Sign kind={change.kind} />
        {block}
      </Tag>
      {change.kind === 'removed' && action?.(change.block)}
    </>
  )
}

function Unchanged({
  blocks,
  ...options
}: { blocks: readonly Block[] } & Omit<Options, 'action'>): ReactNode {
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

type ChangedBlockProps = Extract<BlockChange, { kind: 'changed' }> & Options

function ChangedBlock({ before, after, words, action, levels, ...options }: ChangedBlockProps): ReactNode {
  const { block, captions, changes } = inlineDiff(before, after, words)
  const { ofBlock, ofWords } = describeFormatting(before, after, changes)
  const note = [...(ofBlock ? [ofBlock] : []), ...ofWords].join('; ')
  return (
    <div className="diff-block diff-changed" data-change>
      <Sign kind="changed" />
      {note && <p className="diff-note">{note}</p>}
      <Blocks
        value={[block]}
        {...options}
        levels={new Map([[block, levels?.get(after) ?? 1]])}
        captions={captions}
        wrapText={(node, text) => <ChangedText change={changes.get(node)}>{text}</ChangedText>}
      />
      {action?.(before)}
    </div>
  )
}

function ChangedText({
  change,
  children,
}: {
  change: TextChange | undefined
  children: ReactNode
}): ReactNode {
  if (!change) return children
  if (change.kind !== 'formatted') return <Words kind={change.kind}>{children}</Words>
  return (
    <span className="diff-formatted" title={change.description}>
      <span className="diff-label">{change.description}: </span>
      {children}
    </span>
  )
}

function Words({ kind, children }: { kind: 'added' | 'removed'; children: ReactNode }): ReactNode {
  const Tag = kind === 'added' ? 'ins' : 'del'
  return (
    <Tag>
      <span className="diff-label">{kind}: </span>
      {children}
    </Tag>
  )
}

/** The changes from one line of text to another, such as a title. */
export const LineDiff = ({ before, after }: { before: string; after: string }): ReactNode =>
  diffWords(before, after).map(({ kind, text }, index) =>
    kind === 'same' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no keys and are rendered whole
      <Words key={index} kind={kind}>
        {text}
      </Words>
    ),
  )

const SIGNS = { added: '+', removed: '−', changed: '±' }

function Sign({ kind }: { kind: keyof typeof SIGNS }): ReactNode {
  return (
    <>
      <span className="diff-sign" aria-hidden>
        {SIGNS[kind]}
      </span>
      <span className="diff-label">{kind}: </span>
    </>
  )
}
