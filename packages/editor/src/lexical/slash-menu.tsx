import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { HEADINGS } from '@nightdesk/contracts'
import {
  $getNodeByKey,
  $getSelection,
  $isParagraphNode,
  $isTextNode,
  BLUR_COMMAND,
  COMMAND_PRIORITY_HIGH,
  HISTORY_MERGE_TAG,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type NodeKey,
  registerEventListeners,
} from 'lexical'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { BLOCK_KINDS, type BlockDefinition, type BlockKind } from './block-kinds.ts'
import { $blockAround, $caret, $offsetIn, $readBlockText, domRange } from './block-text.ts'
import { subscribeTo } from './controls.tsx'
import { Icon } from './icon.tsx'
import { clearArea } from './on-screen.ts'
import { sentenceAt } from './sentences.ts'
import {
  $removeSlash,
  removeTemporarySlash,
  type Slash,
  subscribeToSlash,
  TEMPORARY_SLASH_TAG,
} from './slash-query.ts'

/** A menu of blocks. A slash opens it, and the text after the slash filters it. The focus stays in the text. */
export function SlashMenu() {
  const slash = useLexicalSubscription(subscribeToSlash)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const place = slash && `${slash.key} ${slash.start}`
  // A new slash at the same position opens the menu again.
  if (!place && dismissed) setDismissed(null)
  if (!slash || place === dismissed) return null
  return <OpenMenu key={place} slash={slash} onDismiss={() => setDismissed(place)} />
}

function OpenMenu({ slash, onDismiss }: { slash: Slash; onDismiss(): void }) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const groups = findInsertions(slash.query)
  const insertions = groups.flatMap((group) => group.insertions)
  const [{ query, index }, setActive] = useState({ query: slash.query, index: 0 })
  const active = query === slash.query ? index : 0
  const isEmpty = insertions.length === 0

  const choose = (insertion: BlockDefinition | undefined) => {
    if (!insertion) return
    // Before the insertion, so that undo restores the empty block without the slash of the button.
    if (slash.isTemporary) removeTemporarySlash(editor, slash)
    editor.update(() => {
      $removeSlash(slash)
      insertion.make(editor)
    })
  }
  const step = (by: 1 | -1) =>
    setActive({ query: slash.query, index: (active + by + insertions.length) % insertions.length })

  // Within a line, the slash may be meant as text: then Enter ends the line.
  const isMeant = slash.isTemporary || slash.start === 0 || slash.query.length > 1 || active > 0
  useMenuKeys(editor, !isEmpty, isMeant, {
    onStep: step,
    onChoose: () => choose(insertions[active]),
    onDismiss: () => (slash.isTemporary ? removeTemporarySlash(editor, slash) : onDismiss()),
  })
  useLayoutEffect(
    () => describeTextField(editor, isEmpty ? null : { id, active }),
    [editor, id, active, isEmpty],
  )
  // After every render, and when a window or an on-screen keyboard changes the visible area.
  useLayoutEffect(() => {
    const resize = () => menu.current && placeMenu(editor, menu.current, slash)
    resize()
    const areas = [window, window.visualViewport].filter((area) => area !== null)
    return mergeRegister(...areas.map((area) => registerEventListeners(area, { resize })))
  })

  if (isEmpty) return null
  return (
    // A press must not take the selection away from the text.
    <div
      ref={menu}
      id={id}
      role="listbox"
      aria-label="Insert"
      className="editor-menu"
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has no fieldsets
        <div key={group.name} role="group" aria-label={group.name}>
          <p aria-hidden="true" className="editor-hint">
            {group.name}
          </p>
          {group.insertions.map((insertion) => {
            const position = insertions.indexOf(insertion)
            return (
              <Row
                key={insertion.name}
                id={`${id}-${position}`}
                insertion={insertion}
                isActive={position === active}
                onChoose={() => choose(insertion)}
                onHover={() => setActive({ query: slash.query, index: position })}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  id: string
  insertion: BlockDefinition
  isActive: boolean
  onChoose(): void
  onHover(): void
}

function Row({ id, insertion, isActive, onChoose, onHover }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      onMouseMove={isActive ? undefined : onHover}
    >
      <Icon name={insertion.icon} />
      <span>{insertion.name}</span>
      {insertion.hint && (
        <code aria-hidden="true" className="editor-hint">
          {insertion.hint}
        </code>
      )}
    </div>
  )
}

/** Every kind, in the order of the slash menu: what a story needs most is first. */
const GROUPS: readonly [name: string, kinds: readonly BlockKind[]][] = [
  ['Story', ['scene-break', 'image', 'block-quote', ...HEADINGS, 'footnote']],
  ['Text', ['paragraph', 'bulleted-list', 'numbered-list']],
  ['Code', ['code-block']],
]

/** The kinds that match a query: each of its words begins a word of the name or a keyword. */
export function findInsertions(query: string) {
  const words = query.toLowerCase().split(' ')
  const isMatch = ({ name, keywords }: BlockDefinition) => {
    const known = `${name} ${keywords}`.toLowerCase().split(' ')
    return words.every((word) => known.some((other) => other.startsWith(word)))
  }
  const groups = GROUPS.map(([name, kinds]) => ({
    name,
    insertions: kinds.map((kind) => BLOCK_KINDS[kind]).filter(isMatch),
  }))
  return groups.filter(({ insertions }) => insertions.length > 0)
}

interface MenuKeys {
  onStep(by: 1 | -1): void
  onChoose(): void
  onDismiss(): void
}

/** Handles the keys of the open menu, and a loss of focus. */
function useMenuKeys(editor: LexicalEditor, isOn: boolean, takesEnter: boolean, keys: MenuKeys): void {
  const press = useEffectEvent((key: keyof MenuKeys, event: Event | null, by: 1 | -1 = 1) => {
    event?.preventDefault()
    keys[key](by)
    return true
  })
  useEffect(() => {
    if (!isOn) return
    const on = <T,>(command: LexicalCommand<T>, $press: (event: T) => boolean) =>
      editor.registerCommand(command, $press, COMMAND_PRIORITY_HIGH)
    return mergeRegister(
      on(KEY_ARROW_DOWN_COMMAND, (event) => press('onStep', event, 1)),
      on(KEY_ARROW_UP_COMMAND, (event) => press('onStep', event, -1)),
      on(KEY_ENTER_COMMAND, (event) => takesEnter && press('onChoose', event)),
      on(KEY_ESCAPE_COMMAND, (event) => press('onDismiss', event)),
      on(BLUR_COMMAND, () => !press('onDismiss', null)),
    )
  }, [editor, isOn, takesEnter])
}

/** Makes the text field a combobox with an active option while the menu is open. */
function describeTextField(editor: LexicalEditor, menu: { id: string; active: number } | null) {
  const field = editor.getRootElement()
  if (!field || !menu) return
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-expanded': 'true',
    'aria-controls': menu.id,
    'aria-activedescendant': `${menu.id}-${menu.active}`,
  }
  // ARIA allows no aria-placeholder on a combobox, and the field is not empty now.
  const placeholder = field.getAttribute('aria-placeholder') ?? ''
  field.removeAttribute('aria-placeholder')
  field.setAttribute('role', 'combobox')
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
  return () => {
    field.setAttribute('role', 'textbox')
    field.setAttribute('aria-placeholder', placeholder)
    for (const name of Object.keys(attributes)) field.removeAttribute(name)
  }
}

const GAP = 6
/** Pixels in which the menu still shows two rows. */
const MIN_HEIGHT = 96

/**
 * Positions the menu below the sentence that is being written, or above it if there is more space, and limits its height to
 * that space. Beside a sentence that leaves no space, it is at the line of the slash. Slash and menu scroll together, in
 * the canvas.
 */
function placeMenu(editor: LexicalEditor, menu: HTMLElement, slash: Slash): void {
  const canvas = menu.offsetParent
  const written = rectsAround(editor, slash)
  if (!written || !canvas) return
  const { sentence, line } = written
  const frame = canvas.getBoundingClientRect()
  const seen = clearArea(editor)
  const space = ({ top, bottom }: DOMRect) => ({
    above: top - GAP - seen.top,
    below: seen.bottom - bottom - GAP,
  })
  const room = space(sentence)
  const isRoomy = Math.max(room.above, room.below) >= MIN_HEIGHT
  const { above, below } = isRoomy ? room : space(line)
  const { top, bottom } = isRoomy ? sentence : line
  menu.style.maxHeight = ''
  const isAbove = menu.offsetHeight > below && above > below
  menu.style.maxHeight = `min(20rem, ${Math.max(isAbove ? above : below, 0)}px)`
  menu.style.top = `${(isAbove ? top - menu.offsetHeight - GAP : bottom + GAP) - frame.top}px`
  menu.style.left = `${Math.max(0, Math.min(line.left - frame.left, frame.width - menu.offsetWidth))}px`
}

/** The sentence before and around the slash, and the slash with what is typed after it. */
function rectsAround(editor: LexicalEditor, { key, start, query }: Slash) {
  const placed = editor.read(() => {
    const node = $getNodeByKey(key)
    const around = node && $blockAround(node)
    const block = around && $readBlockText(around)
    return block && { block, from: $offsetIn(block, { key, offset: start }) }
  })
  if (!placed) return null
  const { block, from } = placed
  const to = from + 1 + query.length
  const [first, last] = sentenceAt(block.text, Math.max(0, from - 1))
  const sentence = domRange(editor, block, Math.min(first, from), Math.max(last, to))
  const line = domRange(editor, block, from, to)
  return (
    sentence && line && { sentence: sentence.getBoundingClientRect(), line: line.getBoundingClientRect() }
  )
}

/** Pixels from the left edge of the button to the text. */
const BUTTON_OFFSET = 46

/** A button beside an empty paragraph that types the slash which opens the menu, for touch and for newcomers. */
export function InsertButton() {
  const [editor] = useLexicalComposerContext()
  const key = useLexicalSubscription(subscribeToEmptyParagraph)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const paragraph = key && editor.getElementByKey(key)
    const text = editor.getRootElement()
    if (!paragraph || !text) return
    // Now, and when pictures above it have loaded, or lines there wrap at another width.
    const observer = new ResizeObserver(() => button.current && place(button.current, paragraph))
    observer.observe(text)
    return () => observer.disconnect()
  }, [editor, key])

  const press = () => {
    editor.focus()
    editor.update(() => $getSelection()?.insertText('/'), { tag: [TEMPORARY_SLASH_TAG, HISTORY_MERGE_TAG] })
  }

  if (!key) return null
  return (
    <button
      ref={button}
      type="button"
      title="Insert a block"
      aria-label="Insert a block"
      aria-haspopup="listbox"
      className="editor-insert"
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      <Icon name="plus" />
    </button>
  )
}

/** In the margin; if that is too narrow, at the end of the line, which is the position in the style sheet. */
function place({ style }: HTMLElement, { offsetTop, offsetLeft }: HTMLElement): void {
  style.top = `${offsetTop}px`
  style.left = offsetLeft >= BUTTON_OFFSET ? `${offsetLeft - BUTTON_OFFSET}px` : ''
}

const subscribeToEmptyParagraph = subscribeTo($emptyParagraph)

/** The key of the empty paragraph with the caret. */
function $emptyParagraph(): NodeKey | null {
  const block = $caret()?.getNode().getTopLevelElement()
  const isEmptyText = (node: LexicalNode) => $isTextNode(node) && node.getTextContent() === ''
  return $isParagraphNode(block) && block.getChildren().every(isEmptyText) ? block.getKey() : null
}
