import { Popover } from '@base-ui/react/popover'
import { isOfInputMethod } from '@nightdesk/editor/input-methods'
import type { WritingTools } from '@nightdesk/editor/lexical'
import {
  type Passage,
  useLitPassage,
  useSessionWords,
  useTypewriterScrolling,
} from '@nightdesk/editor/writing-aids'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatCount, formatNumber } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuCheck, MenuChoice, MenuFrame, MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useStored } from '../../screen/use-stored.ts'

interface WritingAidsProps {
  tools: WritingTools
  isFocused: boolean
}

/** Beside the word count: a menu of what helps to write. All of it is off at first, and the browser remembers each choice. */
export function WritingAids({ tools: { editor, counter }, isFocused }: WritingAidsProps) {
  const words = useSessionWords(editor, counter)
  const [storedGoal, storeGoal] = useStored('session_goal')
  const [storedLit, storeLit] = useStored('focus_lit')
  const [typewriter, storeTypewriter] = useStored('focus_typewriter')
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const goal = Number(storedGoal) || null
  const lit = PASSAGES.find(({ value }) => value === storedLit)?.value ?? null
  useLitPassage(editor, isFocused ? lit : null)
  useTypewriterScrolling(editor, isFocused && typewriter !== null)
  return (
    <>
      <MenuFrame
        button={<AidsButton ref={button} words={words} goal={goal} />}
        side="top"
        align="start"
        isModal={false}
        returnsFocus={() => !isAsking}
      >
        <MenuItem onSelect={() => setAsking(true)}>
          <span className="min-w-4" />
          Goal…
          {words !== undefined && (
            <span className="ml-auto pl-4 text-muted tabular-nums">{describeSession(words, goal)}</span>
          )}
        </MenuItem>
        <MenuGroup label="In Focus Mode">
          <MenuCheck isOn={typewriter !== null} onToggle={(isOn) => storeTypewriter(isOn ? 'on' : null)}>
            Typewriter scrolling
          </MenuCheck>
          <MenuChoice label="Light up" options={PASSAGES} value={lit} onChange={storeLit} />
        </MenuGroup>
      </MenuFrame>
      <Popover.Root open={isAsking} onOpenChange={setAsking}>
        <Popover.Portal>
          <Popover.Positioner anchor={button} side="top" align="start" sideOffset={4} className="z-40">
            <Popover.Popup
              aria-label="Goal"
              finalFocus={button}
              className="w-64 rounded-card border border-line bg-surface p-3 shadow-float outline-none"
            >
              <GoalForm
                goal={goal}
                onChange={(next) => {
                  storeGoal(next === null ? null : String(next))
                  setAsking(false)
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}

const PASSAGES: { label: string; value: Passage | null }[] = [
  { label: 'Whole text', value: null },
  { label: 'Paragraph', value: 'paragraph' },
  { label: 'Sentence', value: 'sentence' },
]

interface AidsButtonProps extends ComponentProps<'button'> {
  words: number | undefined
  goal: number | null
}

/** Shows how far the goal of the session is, if there is one. */
function AidsButton({ words, goal, ...props }: AidsButtonProps) {
  const isCounted = goal !== null && words !== undefined
  const isReached = isCounted && words >= goal
  return (
    <button
      type="button"
      {...props}
      className="writing-aids relative -mx-1 flex min-h-6 items-center gap-1 rounded-control px-1 py-0.5 text-muted tabular-nums hover:bg-sunken hover:text-ink data-popup-open:bg-sunken data-popup-open:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:inset-x-0"
    >
      <Icon
        name={isReached ? 'check' : 'settings'}
        className={`size-3.5 ${isReached ? 'text-success' : ''}`}
      />
      {isCounted && describeSession(words, goal)}
      <span className={isCounted ? 'sr-only' : ''}>
        {isCounted && ` words of this session${isReached ? ', goal reached' : ''}. `}
        Writing Aids
      </span>
    </button>
  )
}

/** As "+312 words", "−1 word", or with a goal "312 of 500". */
export function describeSession(words: number, goal: number | null): string {
  if (goal !== null) return `${formatNumber(Math.max(0, words))} of ${formatNumber(goal)}`
  return `${words < 0 ? '−' : '+'}${formatCount(Math.abs(words), 'word')}`
}

const MAX = 100_000

interface GoalFormProps {
  goal: number | null
  onChange(goal: number | null): void
}

/** Asks for the words of a session. It is within the form of the article, so it cannot be a form itself. */
function GoalForm({ goal, onChange }: GoalFormProps) {
  const id = useId()
  const [text, setText] = useState(goal === null ? '' : String(goal))
  const words = Number(text)
  const isValid = Number.isInteger(words) && words >= 1 && words <= MAX
  const set = () => isValid && onChange(words)
  const setByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
    event.preventDefault()
    set()
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id}>Words to write in a session</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={text !== '' && !isValid}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={setByEnter}
        className="h-8 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11 pointer-coarse:text-md"
      />
      <Problem isSmall>{text !== '' && !isValid && `A whole number from 1 to ${formatNumber(MAX)}`}</Problem>
      <div className="flex gap-2">
        <Button variant="primary" size="sm" disabled={!isValid} onClick={set}>
          Set goal
        </Button>
        {goal !== null && (
          <Button size="sm" onClick={() => onChange(null)}>
            No goal
          </Button>
        )}
      </div>
    </div>
  )
}
