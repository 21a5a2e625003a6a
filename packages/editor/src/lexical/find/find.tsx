import {
  $getSelection,
  COMMAND_PRIORITY_EDITOR,
  CONTROL_OR_META,
  compileKeyboardShortcuts,
  type LexicalEditor,
  mergeRegister,
  registerEventListeners,
} from 'lexical'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { OPEN_FIND_COMMAND } from '../commands.ts'
import './find.css'
import { Icon } from '../icon.tsx'
import { isOfInputMethod } from '../keys/input-methods.ts'
import { Finder } from './finder.ts'
import type { Query } from './search.ts'

/** Opens the find bar by key or command. Before this code is loaded, the keys are the browser’s. */
export function Find({ editor }: { editor: LexicalEditor }) {
  const [opening, setOpening] = useState<Opening | null>(null)
  useEffect(() => onOpen(editor, setOpening), [editor])
  return opening && <FindBar editor={editor} opening={opening} onClose={() => setOpening(null)} />
}

/** Replace on a Mac has Shift, too: ⌘H hides the program. */
const KEYS = [
  { key: 'f', modifiers: CONTROL_OR_META, hasReplace: false },
  { key: 'h', modifiers: CONTROL_OR_META, hasReplace: true },
  { key: 'h', modifiers: { ...CONTROL_OR_META, shiftKey: true }, hasReplace: true },
]

/** The keys work in title, text and toolbar. In the bar itself, the key for find is left to the browser. */
function onOpen(editor: LexicalEditor, callback: (opening: Opening) => void): () => void {
  const open = (hasReplace: boolean) => {
    callback({ hasReplace, selected: editor.read($selectedLine) })
    return true
  }
  const keys = compileKeyboardShortcuts(KEYS)
  const press = (event: KeyboardEvent) => {
    const key = keys.match(event)
    if (!key || event.defaultPrevented || (!key.hasReplace && isInBar(event.target))) return
    event.preventDefault()
    open(key.hasReplace)
  }
  return mergeRegister(
    editor.registerCommand(OPEN_FIND_COMMAND, () => open(true), COMMAND_PRIORITY_EDITOR),
    listenForKeys(editor, press),
  )
}

/** In all of the editor, not in its text alone. */
const listenForKeys = (editor: LexicalEditor, keydown: (event: KeyboardEvent) => void) =>
  editor.registerRootListener((root) => {
    const frame = root?.closest<HTMLElement>('.editor')
    if (frame) return registerEventListeners(frame, { keydown })
  })

const isInBar = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.editor-find') !== null

/** Longer selections are not searched for. */
const MAX_SELECTED = 100

function $selectedLine(): string {
  const text = $getSelection()?.getTextContent() ?? ''
  return text.length <= MAX_SELECTED && !text.includes('\n') ? text : ''
}

interface FindBarProps {
  editor: LexicalEditor
  opening: Opening
  onClose(): void
}

/** Finds and replaces in the text. It is beside the text, not over it: writing goes on while it is open. */
function FindBar({ editor, opening, onClose }: FindBarProps) {
  const { finder, found, query, setQuery } = useFinder(editor, opening)
  const [hasReplace, setReplace] = useState(opening.hasReplace)
  const [replaced, setReplaced] = useState<number | null>(null)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const focus = useEffectEvent(() => {
    if (opening.hasReplace) setReplace(true)
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per opening
  useEffect(focus, [opening])

  const ask = (asked: Partial<Query>) => {
    setReplaced(null)
    setQuery({ ...query, ...asked })
  }
  const step = (by: 1 | -1) => {
    setReplaced(null)
    finder?.step(by)
  }
  /** The caret is then at the current match. Without a match it is where it was. */
  const close = () => {
    finder?.select()
    onClose()
    editor.focus()
  }
  useTextKeys(editor, step, onClose)
  const press = (event: ReactKeyboardEvent) => {
    const isEnter = event.key === 'Enter' && event.target === field.current
    if (isOfInputMethod(event.nativeEvent) || !(isEnter || event.key === 'Escape')) return
    // The bar is within the form that saves the text.
    event.preventDefault()
    event.stopPropagation()
    if (isEnter) step(event.shiftKey ? -1 : 1)
    else close()
  }

  return (
    <search aria-label="Find and replace" className="editor-find" onKeyDown={press}>
      <div className="editor-find-row">
        <div className="editor-find-field">
          <input
            ref={field}
            aria-label="Find"
            aria-describedby={id}
            placeholder="Find"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={query.text}
            onChange={(event) => ask({ text: event.target.value })}
          />
          {/* Screen readers announce the position and number of matches. */}
          <span id={id} role="status">
            {replaced === null ? describe(found, query.text) : `${replaced} replaced`}
          </span>
        </div>
        <div className="editor-find-buttons">
          {SWITCHES.map(({ key, name, sign }) => (
            <button
              key={key}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={query[key]}
              onClick={() => ask({ [key]: !query[key] })}
            >
              <span className={sign} />
            </button>
          ))}
          <button type="button" title="Previous" aria-label="Previous match" onClick={() => step(-1)}>
            <Icon name="move-up" />
          </button>
          <button type="button" title="Next" aria-label="Next match" onClick={() => step(1)}>
            <Icon name="move-down" />
          </button>
          <button
            type="button"
            aria-expanded={hasReplace}
            title="Replace"
            aria-label="Show replace"
            onClick={() => setReplace(!hasReplace)}
          >
            <Icon name="down" />
          </button>
          <button type="button" title="Close" aria-label="Close find" onClick={close}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      </div>
      {hasReplace && (
        <ReplaceRow
          isEmpty={!found?.total}
          onReplace={(text) => {
            setReplaced(null)
            finder?.replace(text)
          }}
          onReplaceAll={(text) => setReplaced(finder?.replaceAll(text) ?? null)}
        />
      )}
    </search>
  )
}

function describe(found: { total: number; number: number } | undefined, text: string): string {
  if (text === '' || !found) return ''
  return found.total === 0 ? 'No results' : `${found.number} of ${found.total}`
}

const SWITCHES = [
  { key: 'isExact', name: 'Match case', sign: 'editor-find-case' },
  { key: 'isWholeWords', name: 'Whole words', sign: 'editor-find-word' },
] as const

interface ReplaceRowProps {
  /** Nothing is found. */
  isEmpty: boolean
  onReplace(text: string): void
  onReplaceAll(text: string): void
}

function ReplaceRow({ isEmpty, onReplace, onReplaceAll }: ReplaceRowProps) {
  const [text, setText] = useState('')
  const replaceByEnter = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
    event.preventDefault()
    onReplace(text)
  }
  return (
    <div className="editor-find-row">
      <div className="editor-find-field">
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={replaceByEnter}
        />
      </div>
      <div className="editor-find-buttons">
        <button type="button" aria-disabled={isEmpty || undefined} onClick={() => onReplace(text)}>
          Replace
        </button>
        <button
          type="button"
          aria-disabled={isEmpty || undefined}
          onClick={() => !isEmpty && onReplaceAll(text)}
        >
          Replace all
        </button>
      </div>
    </div>
  )
}

/** A press that opened the bar, or focused its field again. */
interface Opening {
  hasReplace: boolean
  /** What was selected in the text, if it is within a line. */
  selected: string
}

/** The finder of an open bar, its query, and what it has found. */
function useFinder(editor: LexicalEditor, opening: Opening) {
  const [finder, setFinder] = useState<Finder | null>(null)
  const [query, setQuery] = useState<Query>({ text: opening.selected, isExact: false, isWholeWords: false })
  const [begun, setBegun] = useState(opening)
  if (opening !== begun) {
    setBegun(opening)
    if (opening.selected) setQuery({ ...query, text: opening.selected })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it begins at the caret again
  useEffect(() => {
    const created = new Finder(editor)
    setFinder(created)
    return () => created.stop()
  }, [editor, opening])
  useEffect(() => finder?.setQuery(query), [finder, query])
  const found = useSyncExternalStore(finder?.subscribe ?? subscribeToNothing, () => finder?.found())
  return { finder, found, query, setQuery }
}

const subscribeToNothing = () => () => {}

const STEP_KEYS = compileKeyboardShortcuts([
  { key: 'F3', modifiers: {}, by: 1 },
  { key: 'F3', modifiers: { shiftKey: true }, by: -1 },
  { key: 'g', modifiers: CONTROL_OR_META, by: 1 },
  { key: 'g', modifiers: { ...CONTROL_OR_META, shiftKey: true }, by: -1 },
] as const)

/** While the bar is open: F3 and Ctrl+G find the next match, with Shift the previous one, and Escape in the text closes. */
function useTextKeys(editor: LexicalEditor, onStep: (by: 1 | -1) => void, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = STEP_KEYS.match(event)
    const isEscape = event.key === 'Escape' && event.target === editor.getRootElement()
    if (event.defaultPrevented || isOfInputMethod(event)) return
    if (isEscape) onClose()
    else if (step) onStep(step.by)
    else return
    event.preventDefault()
    // Lexical has blurred the text.
    if (isEscape) editor.focus()
  })
  useEffect(() => listenForKeys(editor, (event) => press(event)), [editor])
}
