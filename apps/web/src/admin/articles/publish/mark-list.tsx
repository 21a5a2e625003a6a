import type { CopyMark, CopyMarkKind } from '@nightdesk/editor'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Marks } from './use-marks.ts'

interface MarkListProps {
  marks: Marks
  /** Leads to the place of a mark that only a writer can fix. */
  onGoTo(mark: CopyMark): void
  /** Called when a button is gone that had the focus, and no mark is left. */
  onEmpty(): void
}

/** What a copy editor would suggest, by kind. Nothing of it prevents publishing. */
export function MarkList({ marks, onGoTo, onEmpty }: MarkListProps) {
  const keptFocus = useKeptFocus(marks.marks, onEmpty)
  const fix = (mark: CopyMark) => (mark.fix ? void marks.fix([mark]) : onGoTo(mark))
  return (
    <div {...keptFocus} className="flex flex-col gap-5">
      <h2 className="text-md">{formatCount(marks.marks.length, 'suggestion')}</h2>
      <div role="status" className="text-ink-2 empty:hidden">
        {marks.fixedCount !== undefined && (
          <span className="flex items-center justify-between gap-3">
            Fixed {marks.fixedCount}.
            <Button size="sm" onClick={marks.undo}>
              Undo
            </Button>
          </span>
        )}
      </div>
      <p role="status" className="-mt-3 text-xs text-muted empty:hidden">
        {marks.outside.note}
      </p>
      {marks.outside.check && (
        <Button
          size="sm"
          className="self-start"
          isBusy={marks.outside.isChecking}
          onClick={marks.outside.check}
        >
          Check links
        </Button>
      )}
      {[...Map.groupBy(marks.marks, ({ kind }) => kind)].map(([kind, own]) => (
        <Group
          key={kind}
          kind={kind}
          marks={own}
          onFix={fix}
          onFixAll={marks.fix}
          onLeave={({ id }) => marks.leave(id)}
        />
      ))}
      {marks.leftCount > 0 && (
        <p className="flex items-center justify-between gap-3 text-xs text-muted">
          {marks.leftCount === 1 ? '1 was left as it is.' : `${marks.leftCount} were left as they are.`}
          <Button size="sm" variant="ghost" onClick={marks.restore}>
            Show again
          </Button>
        </p>
      )}
    </div>
  )
}

/** Moves the focus to the next mark when the pressed button was removed with its mark. */
function useKeptFocus(marks: readonly CopyMark[], onEmpty: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const pressed = useRef(0)
  function onFocus({ target }: FocusEvent) {
    const position = fixButtonsIn(list.current).findIndex((button) => target.closest('li')?.contains(button))
    if (position >= 0) pressed.current = position
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when marks have gone
  useEffect(() => {
    // The dialog takes the focus of a control that was removed.
    if (document.activeElement?.matches(':not(body, [role=dialog])')) return
    const buttons = fixButtonsIn(list.current)
    const next = buttons[Math.min(pressed.current, buttons.length - 1)]
    if (next) next.focus()
    else onEmpty()
  }, [marks.length])
  return { ref: list, onFocus }
}

const fixButtonsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-fix]') ?? []),
]

interface GroupProps {
  kind: CopyMarkKind
  marks: readonly CopyMark[]
  onFix(mark: CopyMark): void
  onFixAll(marks: readonly CopyMark[]): void
  onLeave(mark: CopyMark): void
}

/** Marks of a kind that are shown at first. */
const SHOWN = 12

function Group({ kind, marks, onFix, onFixAll, onLeave }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? marks : marks.slice(0, SHOWN)
  // What may be meant so is fixed one by one.
  const fixable = kind === 'maybe-doubled-word' ? [] : marks.filter(({ fix }) => fix !== undefined)
  const headingId = `marks-${kind}`
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-1 border-t border-line pt-3">
      <header className="flex min-h-7 items-center justify-between gap-3">
        <h3 id={headingId} className="text-sm font-medium">
          {TITLES[kind]} <span className="font-normal text-muted tabular-nums">{marks.length}</span>
        </h3>
        {fixable.length > 1 && (
          <Button size="sm" onClick={() => onFixAll(fixable)}>
            Fix all {fixable.length}
          </Button>
        )}
      </header>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((mark, index) => (
          // Marks with the same words have the same id.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <MarkRow key={`${mark.id} ${index}`} mark={mark} onFix={onFix} onLeave={onLeave} />
        ))}
      </ul>
      {shown.length < marks.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setShowsAll(true)}>
          Show all {marks.length}
        </Button>
      )}
    </section>
  )
}

interface MarkRowProps extends Pick<GroupProps, 'onFix' | 'onLeave'> {
  mark: CopyMark
}

/** “Fix…” leads to the place, as only a writer can fix it. */
function MarkRow({ mark, onFix, onLeave }: MarkRowProps) {
  const label = mark.fix ? 'Fix' : 'Fix…'
  const what = `${mark.sentence} ${mark.context}`.trim()
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <p className="min-w-0 wrap-anywhere">
        {mark.context && <span className="block text-ink">{mark.context}</span>}
        <span className={mark.context ? 'text-xs text-muted' : 'text-ink-2'}>{mark.sentence}</span>
      </p>
      <span className="flex shrink-0 gap-1">
        <Button size="sm" data-fix aria-label={`${label} ${what}`} onClick={() => onFix(mark)}>
          {label}
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Leave it: ${what}`} onClick={() => onLeave(mark)}>
          Leave it
        </Button>
      </span>
    </li>
  )
}

const TITLES: Record<CopyMarkKind, string> = {
  placeholder: 'TK',
  'doubled-word': 'Doubled words',
  'maybe-doubled-word': 'Maybe doubled words',
  'straight-quotes': 'Straight quotes',
  'double-blanks': 'Double blanks',
  'heading-levels': 'Headings that skip a level',
  description: 'Images without a description',
  footnote: 'Footnotes without a reference',
  'large-picture': 'Large images',
  'dead-link': 'Dead links',
  'http-link': 'Links without https',
  title: 'Title',
  excerpt: 'Excerpt',
  'featured-image': 'Featured image',
}
