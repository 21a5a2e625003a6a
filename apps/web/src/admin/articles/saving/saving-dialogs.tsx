import type { Block } from '@nightdesk/contracts'
import { excerpt as excerptOf, type MergedValue } from '@nightdesk/editor'
import { BlocksDiff } from '@nightdesk/editor/render-diff'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { formatRecent } from '../../../format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, type DialogProps, Question } from '../../../ui/dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type Compared, VersionComparison } from '../version-comparison.tsx'
import type { Conflict, RecoveryAnswer, RecoveryPrompt } from './draft-editor.ts'
import type { DraftText, Poster } from './draft-text.ts'
import type { TextChoices } from './merge-text.ts'
import { useWriting } from './writing-context.tsx'

const ONE = ['mine', 'theirs'] as const
const ONE_OR_BOTH = ['mine', 'theirs', 'both'] as const
const EXPLANATION =
  'Mine is what you wrote here, theirs what was saved meanwhile. Everything else is merged, and what was saved stays in the version history.'

/** Shows every conflict of a merge, with a choice of mine, theirs or both for each. */
export function ConflictDialog({ conflict: { merged, decide, later } }: { conflict: Conflict }) {
  const places = merged.parts.filter((part) => part.kind === 'conflict')
  const [chosen, setChosen] = useState<TextChoices>({})
  // The conflicts may change while the dialog is open.
  const content = places.map((_, index) => chosen.content?.[index] ?? 'both')
  const choose = (change: TextChoices) => setChosen({ ...chosen, content, ...change })
  return (
    <Dialog
      open
      isUnprompted
      width="sides"
      title="The same place was changed twice"
      description={EXPLANATION}
      body={
        <ol className="flex flex-col gap-6">
          <FieldConflict
            name="Title"
            merged={merged.title}
            value={chosen.title}
            onChoose={(title) => choose({ title })}
            render={(side) => <p className="font-serif text-lg">{side}</p>}
          />
          <FieldConflict
            name="Excerpt"
            merged={merged.excerpt}
            value={chosen.excerpt}
            onChoose={(excerpt) => choose({ excerpt })}
            render={(side) => <ExcerptSide excerpt={side} />}
          />
          <FieldConflict
            name="Featured Image"
            merged={merged.poster}
            value={chosen.poster}
            onChoose={(poster) => choose({ poster })}
            render={(side) => <PosterSide poster={side} />}
          />
          {places.map(({ base, mine, theirs }, index) => (
            <Overlap
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of conflicts does not change while the dialog is open
              key={index}
              name={places.length === 1 ? 'Text' : `Text, place ${index + 1}`}
              choices={ONE_OR_BOTH}
              value={content[index] ?? 'both'}
              onChoose={(choice) => choose({ content: content.with(index, choice) })}
              mine={<BlocksSide base={base} blocks={mine} />}
              theirs={<BlocksSide base={base} blocks={theirs} />}
            />
          ))}
        </ol>
      }
      onClose={later}
    >
      <Button onClick={later}>Decide later</Button>
      <Button variant="primary" onClick={() => decide({ ...chosen, content })}>
        Keep what is chosen
      </Button>
    </Dialog>
  )
}

interface FieldConflictProps<Value> {
  name: string
  merged: MergedValue<Value>
  value: (typeof ONE)[number] | undefined
  onChoose(choice: (typeof ONE)[number]): void
  render(side: Value): ReactNode
}

function FieldConflict<Value>({ name, merged, value = 'mine', onChoose, render }: FieldConflictProps<Value>) {
  if (merged.kind !== 'conflict') return null
  return (
    <Overlap
      name={name}
      choices={ONE}
      value={value}
      onChoose={onChoose}
      mine={render(merged.mine)}
      theirs={render(merged.theirs)}
    />
  )
}

interface OverlapProps<Choice extends string> {
  name: string
  choices: readonly Choice[]
  value: Choice
  onChoose(choice: Choice): void
  mine: ReactNode
  theirs: ReactNode
}

const LABELS = { mine: 'Mine', theirs: 'Theirs', both: 'Both' }

/** One conflict with both sides, and the choice between them. */
function Overlap<Choice extends keyof typeof LABELS>(props: OverlapProps<Choice>) {
  const { name, choices, value, onChoose, mine, theirs } = props
  const options = choices.map((choice) => ({ value: choice, label: LABELS[choice] }))
  return (
    <li className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{name}</h3>
        <Segments label={`Keep of ${name}`} options={options} value={value} onChange={onChoose} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side label="Mine" isChosen={value !== 'theirs'}>
          {mine}
        </Side>
        <Side label="Theirs" isChosen={value !== 'mine'}>
          {theirs}
        </Side>
      </div>
    </li>
  )
}

function Side({ label, isChosen, children }: { label: string; isChosen: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className={`min-w-0 rounded-control border-2 p-3 ${isChosen ? 'border-success' : 'border-line border-dashed'}`}
    >
      <p className="mb-2 flex items-center justify-between text-xs text-muted">
        {label} {isChosen ? <Badge tone="success">Chosen</Badge> : <span>Not chosen</span>}
      </p>
      {children}
    </section>
  )
}

/** One side's blocks, compared with the base. */
function BlocksSide({ base, blocks }: { base: Block[]; blocks: Block[] }) {
  if (blocks.length === 0) return <p className="text-muted">Deleted</p>
  return (
    <div className="prose text-sm">
      <BlocksDiff before={base} after={blocks} headingBase={4} />
    </div>
  )
}

function ExcerptSide({ excerpt }: { excerpt: string }) {
  if (excerpt === '') return <p className="text-muted">Made from the text</p>
  return <p className="wrap-anywhere">{excerpt}</p>
}

function PosterSide({ poster }: { poster: Poster | null }) {
  if (!poster) return <p className="text-muted">No image</p>
  return (
    <>
      <img src={poster.url} alt="" className="h-24 rounded-control bg-sunken object-cover" />
      <p className="mt-2 text-sm wrap-anywhere">{poster.alt || 'No description'}</p>
    </>
  )
}

/** A text that no version has, as one side of a comparison. */
const comparedOf = (name: string, text: DraftText): Compared => ({
  name,
  title: text.title.trim(),
  excerpt: text.excerpt.trim() || excerptOf(text.content),
  poster_url: text.poster?.url ?? null,
  poster_alt: text.poster?.alt.trim() || null,
  credits: text.credits.length > 0 ? text.credits : undefined,
  tags: text.tags,
  content: text.content,
})

interface LeaveDialogProps {
  isUploading: boolean
  onStay(): void
  onLeave(): void
}

/** Asks whether to leave an article and lose what the server does not have. */
export const LeaveDialog = ({ isUploading, onStay, onLeave }: LeaveDialogProps) => (
  <Question
    open
    title="Leave and lose changes?"
    description={
      isUploading
        ? 'Some images are not uploaded yet. The article will not have them.'
        : 'The server does not have your last changes yet, and this device cannot keep them.'
    }
    yes="Leave"
    no="Stay"
    onYes={onLeave}
    onClose={onStay}
  />
)

/** Asks whether to restore a recoverable draft. It is neither applied nor deleted without an answer. */
export function RecoveryNotice({ recoverable }: { recoverable: RecoveryPrompt }) {
  const [isCompared, setCompared] = useState(false)
  const [given, setGiven] = useState<RecoveryAnswer>()
  /** The pressed button is removed, so move the focus to the text. */
  const give =
    (answer: RecoveryAnswer) =>
    ({ currentTarget }: MouseEvent) => {
      setGiven(answer)
      recoverable.answer(answer)
      currentTarget.closest('form')?.querySelector<HTMLElement>('[contenteditable]')?.focus()
    }
  return (
    <section
      role="alert"
      aria-label="Changes on this device"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div>
        <p className="font-medium">Restore changes from {formatRecent(recoverable.updated_at)}?</p>
        <p className="text-xs text-muted">
          They are kept on this device, and both they and the text below changed the same place.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isBusy={given === 'restore'} onClick={give('restore')}>
          Restore
        </Button>
        <Button isBusy={given === 'decline'} onClick={give('decline')}>
          Keep the text below
        </Button>
        <Button variant="ghost" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
          {isCompared ? 'Hide changes' : 'Show changes'}
        </Button>
        <Button variant="ghost" onClick={give('later')}>
          Decide later
        </Button>
      </div>
      {isCompared && (
        <div className="max-h-96 overflow-y-auto border-t border-line pt-3">
          <VersionComparison
            before={comparedOf('the text below', recoverable.current)}
            after={comparedOf('the changes on this device', recoverable.text)}
            onlyChanges
            isNarrow
          />
        </div>
      )}
    </section>
  )
}

/** What of the text in the editor is not in its version. */
export function ChangesDialog({ returnTo, onClose }: Pick<DialogProps, 'returnTo' | 'onClose'>) {
  const { base, written, version_number } = useWriting().draftEditor.texts()
  return (
    <Dialog
      open
      width="text"
      role="dialog"
      title="Your changes"
      description="What is new is marked, and what was removed is struck through. No version has it yet."
      body={
        <VersionComparison
          before={comparedOf(`version ${version_number}`, base)}
          after={comparedOf('your text', written)}
          onlyChanges
          isNarrow
        />
      }
      returnTo={returnTo}
      onClose={onClose}
    >
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  )
}
