import type { Block } from '@nightdesk/contracts'
import { BlocksDiff } from '@nightdesk/editor/render-diff'
import type { ReactNode } from 'react'
import { Segments } from '../../../../ui/segments.tsx'
import type { Poster } from '../../form/images/poster-field.tsx'

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
export function Overlap<Choice extends keyof typeof LABELS>(props: OverlapProps<Choice>) {
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
      className={`min-w-0 rounded-control border p-3 ${isChosen ? 'border-control' : 'border-line border-dashed'}`}
    >
      <p className="mb-2 flex justify-between text-xs text-muted">
        {label} <span>{isChosen ? 'Kept' : 'Not kept'}</span>
      </p>
      {children}
    </section>
  )
}

/** One side's blocks, compared with the base. */
export function BlocksSide({ base, blocks }: { base: Block[]; blocks: Block[] }) {
  if (blocks.length === 0) return <p className="text-muted">Deleted</p>
  return (
    <div className="prose text-sm">
      <BlocksDiff before={base} after={blocks} headingBase={4} />
    </div>
  )
}

export function ExcerptSide({ excerpt }: { excerpt: string }) {
  if (excerpt === '') return <p className="text-muted">Made from the text</p>
  return <p className="wrap-anywhere">{excerpt}</p>
}

export function PosterSide({ poster }: { poster: Poster | null }) {
  if (!poster) return <p className="text-muted">No image</p>
  return (
    <>
      <img src={poster.url} alt="" className="h-24 rounded-control bg-sunken object-cover" />
      <p className="mt-2 text-sm wrap-anywhere">{poster.alt || 'No description'}</p>
    </>
  )
}
