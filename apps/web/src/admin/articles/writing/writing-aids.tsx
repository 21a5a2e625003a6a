import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import type { WritingTools } from '@nightdesk/editor/lexical'
import {
  type Passage,
  useLitPassage,
  useSessionWords,
  useTypewriterScrolling,
} from '@nightdesk/editor/writing-aids'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { menuItemClass, menuPopupClass } from '../../../ui/menu.tsx'
import { useStored } from '../../screen/use-stored.ts'

interface WritingAidsProps {
  tools: WritingTools
  isFocused: boolean
}

/** Beside the word count: the words of the session, or in focus mode what can be chosen there. */
export function WritingAids({ tools, isFocused }: WritingAidsProps) {
  return (
    <>
      <SessionWords tools={tools} />
      {isFocused && <FocusAids tools={tools} />}
    </>
  )
}

function FocusAids({ tools: { editor } }: Pick<WritingAidsProps, 'tools'>) {
  const choices = useFocusChoices()
  useLitPassage(editor, choices.lit)
  useTypewriterScrolling(editor, choices.isTypewriter)
  return <FocusMenu {...choices} />
}

/** The words that were written since the screen was opened, against an optional goal. A press sets the goal. */
function SessionWords({ tools: { editor, counter } }: { tools: WritingTools }) {
  const words = useSessionWords(editor, counter)
  const [stored, store] = useStored('session_goal')
  const [isOpen, setOpen] = useState(false)
  if (words === undefined) return null
  const goal = Number(stored) || null
  const isReached = goal !== null && words >= goal
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        title="Words written since this screen was opened"
        className="session-words relative -mx-1 flex min-h-6 items-center gap-1 rounded-control px-1 py-0.5 text-muted tabular-nums hover:bg-sunken hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:inset-x-0"
      >
        {isReached && <Icon name="check" className="size-3.5 text-success" />}
        {describeSession(words, goal)}
        <span className="sr-only">
          {isReached ? ' in this session, goal reached' : ' in this session'}. Set a goal
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <Popover.Popup className="w-64 rounded-card border border-line bg-surface p-3 shadow-float outline-none">
            <GoalForm
              goal={goal}
              onChange={(next) => {
                store(next === null ? null : String(next))
                setOpen(false)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** As "+312 words", "−1 word", or with a goal "312 of 500". */
export function describeSession(words: number, goal: number | null): string {
  const show = (number: number) => number.toLocaleString('en-US')
  if (goal !== null) return `${show(Math.max(0, words))} of ${show(goal)}`
  const size = Math.abs(words)
  return `${words < 0 ? '−' : '+'}${show(size)} word${size === 1 ? '' : 's'}`
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
    if (event.key !== 'Enter') return
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
      {text !== '' && !isValid && (
        <p role="alert" className="text-xs text-danger">
          A whole number from 1 to {MAX.toLocaleString('en-US')}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" disabled={!isValid} onClick={set}>
          Set goal
        </Button>
        {goal !== null && (
          <Button size="sm" variant="secondary" onClick={() => onChange(null)}>
            No goal
          </Button>
        )}
      </div>
    </div>
  )
}

const PASSAGES: { name: string; passage: Passage | null }[] = [
  { name: 'Whole text', passage: null },
  { name: 'Paragraph', passage: 'paragraph' },
  { name: 'Sentence', passage: 'sentence' },
]

/** The choices of focus mode, behind a small button. */
function FocusMenu({ lit, light, isTypewriter, turnTypewriter }: FocusChoices) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label="Focus Mode options"
        className="focus-menu relative -my-1 flex size-7 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
      >
        <Icon name="settings" className="size-4" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <Menu.Popup className={menuPopupClass}>
            <Menu.RadioGroup value={lit} onValueChange={light}>
              <Menu.GroupLabel className="px-2.5 pt-1.5 pb-0.5 text-xs text-muted">Light up</Menu.GroupLabel>
              {PASSAGES.map(({ name, passage }) => (
                <Menu.RadioItem key={name} value={passage} className={menuItemClass}>
                  <Mark isShown={passage === lit} />
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.CheckboxItem
              checked={isTypewriter}
              onCheckedChange={turnTypewriter}
              className={menuItemClass}
            >
              <Mark isShown={isTypewriter} />
              Typewriter scrolling
            </Menu.CheckboxItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Mark = ({ isShown }: { isShown: boolean }) => (
  <span className="w-4">{isShown && <Icon name="check" className="size-4" />}</span>
)

type FocusChoices = ReturnType<typeof useFocusChoices>

/** What focus mode lights up, and whether it scrolls like a typewriter. The browser remembers both; both are off at first. */
function useFocusChoices() {
  const [lit, storeLit] = useStored('focus_lit')
  const [typewriter, storeTypewriter] = useStored('focus_typewriter')
  const passage: Passage | null = lit === 'sentence' || lit === 'paragraph' ? lit : null
  return {
    lit: passage,
    light: (next: Passage | null) => storeLit(next),
    isTypewriter: typewriter !== null,
    turnTypewriter: (isOn: boolean) => storeTypewriter(isOn ? 'on' : null),
  }
}
