import { buildEditorFromExtensions, configExtension } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { HistoryExtension } from '@lexical/history'
import type { Block, Node } from '@nightdesk/contracts'
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $selectAll,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  DELETE_CHARACTER_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import { describe, expect, test } from 'vitest'
import { fromLexical } from '../../convert.ts'
import { moveBlocks } from '../arrange.ts'
import { toggleBlock } from '../block-kinds.ts'
import { INSERT_FOOTNOTE_COMMAND } from '../commands.ts'
import { $readSelection } from '../controls.tsx'
import { editorExtension } from '../extension.ts'
import { $pasteBlocks } from '../paste/paste-blocks.ts'
import { insertLines } from '../typing/browser-input.ts'
import { handleFootnotes } from './footnotes.ts'

const reference = (note: string): Node => ({ type: 'footnote-reference', note, children: [{ text: '' }] })
const paragraph = (...parts: (string | Node)[]): Block => ({
  type: 'paragraph',
  children: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
})
const footnote = (note: string, text = note): Block => ({ type: 'footnote', note, children: [{ text }] })

function open(...content: Block[]) {
  // Without a window, there is no history by default.
  const history = configExtension(HistoryExtension, { disabled: false })
  const editor = buildEditorFromExtensions(editorExtension(content), HeadlessExtension, history)
  handleFootnotes(editor)
  const update = (change: () => void) => editor.update(change, { discrete: true })
  const names = new Map<unknown, string>()
  /** Names of footnotes as letters in the order of their appearance. */
  const letter = (note: unknown) => names.get(note) ?? names.set(note, 'abcdef'[names.size] ?? '').get(note)
  const show = (node: Node): string =>
    node.type === 'footnote-reference'
      ? `[${letter(node.note)}]`
      : typeof node.text === 'string'
        ? node.text
        : (node.children as Node[]).map(show).join('')
  return {
    editor,
    update,
    select: (block: number, side: 'start' | 'end' = 'end') =>
      update(() => {
        const node = $getRoot().getChildAtIndex(block)
        if ($isElementNode(node)) node[side === 'end' ? 'selectEnd' : 'selectStart']()
      }),
    type: (text: string) =>
      update(() => {
        const selection = $getSelection()
        if ($isRangeSelection(selection)) selection.insertText(text)
      }),
    press: (command: Parameters<typeof editor.dispatchCommand>[0], payload?: unknown) => {
      editor.dispatchCommand(command, payload)
      update(() => undefined)
    },
    text: () =>
      fromLexical(editor.getEditorState().toJSON()).map((block) =>
        block.type === 'footnote' ? `${letter(block.note)}: ${show(block)}` : show(block),
      ),
  }
}

describe('a new footnote', () => {
  test('is typed at once, and its reference stays where the caret was', () => {
    const { select, press, type, text } = open(paragraph('One.'), paragraph('Two.'))
    select(0)
    press(INSERT_FOOTNOTE_COMMAND)
    type('See there.')
    expect(text()).toEqual(['One.[a]', 'Two.', 'a: See there.'])
    press(INSERT_FOOTNOTE_COMMAND)
    type(' More.')
    expect(text()).toEqual(['One.[a] More.', 'Two.', 'a: See there.'])
  })

  test('is placed in the order of the references', () => {
    const { select, press, type, text } = open(paragraph('One.'), paragraph('Two.'))
    select(1)
    press(INSERT_FOOTNOTE_COMMAND)
    type('second')
    select(0)
    press(INSERT_FOOTNOTE_COMMAND)
    type('first')
    expect(text()).toEqual(['One.[a]', 'Two.[b]', 'a: first', 'b: second'])
  })

  test('is undone and redone with its reference', () => {
    const { select, press, text } = open(paragraph('One.'))
    select(0)
    press(INSERT_FOOTNOTE_COMMAND)
    press(UNDO_COMMAND)
    expect(text()).toEqual(['One.'])
    press(REDO_COMMAND)
    expect(text()).toEqual(['One.[a]', 'a: '])
  })
})

describe('a removed reference', () => {
  const story = [
    paragraph('One.', reference('a')),
    paragraph('Two.', reference('b')),
    footnote('a'),
    footnote('b'),
  ]

  test('takes its footnote along, and one undo brings both back', () => {
    const { select, press, text } = open(...story)
    select(0)
    press(DELETE_CHARACTER_COMMAND, true)
    expect(text()).toEqual(['One.', 'Two.[a]', 'a: b'])
    press(UNDO_COMMAND)
    expect(text()).toEqual(['One.[b]', 'Two.[a]', 'b: a', 'a: b'])
  })

  test('leaves the footnote if another reference is left', () => {
    const { select, press, text } = open(
      paragraph('One.', reference('a')),
      paragraph('Two.', reference('a')),
      footnote('a', 'x'),
    )
    select(0)
    press(DELETE_CHARACTER_COMMAND, true)
    expect(text()).toEqual(['One.', 'Two.[a]', 'a: x'])
  })

  test('is one whose paragraph was removed, too', () => {
    const { update, text } = open(...story)
    update(() => $getRoot().getFirstChild()?.remove())
    expect(text()).toEqual(['Two.[a]', 'a: b'])
  })
})

test('a removed footnote takes its references along', () => {
  const { update, text } = open(paragraph('One.', reference('a'), ' Two.'), footnote('a'))
  update(() => $getRoot().getLastChild()?.remove())
  expect(text()).toEqual(['One. Two.'])
})

test('footnotes follow a moved paragraph, and are never moved themselves', () => {
  const { editor, select, update, text } = open(
    paragraph('One.', reference('a')),
    paragraph('Two.', reference('b')),
    footnote('a', 'x'),
    footnote('b', 'y'),
  )
  select(0)
  update(() => moveBlocks(editor, 'down'))
  expect(text()).toEqual(['Two.[a]', 'One.[b]', 'a: y', 'b: x'])
  update(() => moveBlocks(editor, 'down'))
  select(3)
  update(() => moveBlocks(editor, 'up'))
  expect(text()).toEqual(['Two.[a]', 'One.[b]', 'a: y', 'b: x'])
})

test('a footnote that nothing refers to stays, after the others', () => {
  const { select, press, text } = open(footnote('lost'), paragraph('One.'))
  select(1)
  press(INSERT_FOOTNOTE_COMMAND)
  expect(text()).toEqual(['One.[a]', 'a: ', 'b: lost'])
})

describe('in a footnote', () => {
  const story = [paragraph('One.', reference('a'), ' Two.'), footnote('a', 'x')]

  test('Enter begins a new line', () => {
    const { select, press, type, text } = open(...story)
    select(1)
    press(INSERT_PARAGRAPH_COMMAND)
    type('y')
    expect(text()).toEqual(['One.[a] Two.', 'a: x\ny'])
  })

  test('text does not flow into the body, nor back', () => {
    const { select, press, text } = open(...story)
    select(1, 'start')
    press(DELETE_CHARACTER_COMMAND, true)
    select(0)
    press(DELETE_CHARACTER_COMMAND, false)
    expect(text()).toEqual(['One.[a] Two.', 'a: x'])
  })

  test('text does not flow into it where the text beside it ends or begins without letters', () => {
    const line = { text: '\n' }
    const { select, press, text } = open(
      paragraph('One.', reference('a'), reference('b')),
      footnote('a', 'x'),
      { ...footnote('b'), children: [line, { text: 'y' }] },
    )
    select(0)
    press(DELETE_CHARACTER_COMMAND, false)
    select(2, 'start')
    press(DELETE_CHARACTER_COMMAND, true)
    expect(text()).toEqual(['One.[a][b]', 'a: x', 'b: \ny'])
  })

  test.each([
    ['typed text', CONTROLLED_TEXT_INSERTION_COMMAND, '!', ['One.[a]!', 'a: xyz']],
    ['Delete', DELETE_CHARACTER_COMMAND, false, ['One.[a]', 'a: xyz']],
    ['Enter', INSERT_PARAGRAPH_COMMAND, undefined, ['One.[a]', '', 'a: xyz']],
  ])(
    '%s for a selection that goes on in a footnote leaves the footnote',
    (_name, command, payload, expected) => {
      const { update, press, text } = open(paragraph('One.', reference('a'), ' Two.'), footnote('a', 'xyz'))
      update(() => {
        const [, two, note] = $getRoot().getAllTextNodes()
        if (two && note) two.select(0, 0).focus.set(note.getKey(), 1, 'text')
      })
      press(command, payload)
      expect(text()).toEqual(expected)
    },
  )

  test('Backspace removes an empty footnote and moves the caret to its place in the text', () => {
    const { select, press, type, text } = open(paragraph('One.', reference('a'), ' Two.'), footnote('a', ''))
    select(1)
    press(DELETE_CHARACTER_COMMAND, true)
    type('!')
    expect(text()).toEqual(['One.! Two.'])
  })

  test('Backspace removes an empty footnote to which nothing refers, and moves the caret to the end of the text', () => {
    const { select, press, type, text } = open(paragraph('One.'), footnote('a', ''))
    select(1)
    press(DELETE_CHARACTER_COMMAND, true)
    type('!')
    expect(text()).toEqual(['One.!'])
  })
  test('it cannot be turned into another block', () => {
    const { editor, select, update, text } = open(...story)
    select(1)
    update(() => toggleBlock(editor, 'heading-one', $readSelection().block))
    expect(text()).toEqual(['One.[a] Two.', 'a: x'])
  })

  test.each(['heading-two', 'bulleted-list', 'block-quote'] as const)(
    'it stays one while everything becomes a %s',
    (kind) => {
      const { editor, update, text } = open(...story)
      update(() => $selectAll())
      update(() => toggleBlock(editor, kind, $readSelection().block))
      expect(text()).toEqual(['One.[a] Two.', 'a: x'])
      expect(fromLexical(editor.getEditorState().toJSON()).map(({ type }) => type)).toEqual([
        kind,
        'footnote',
      ])
    },
  )

  test('several dictated lines become its lines', () => {
    const { editor, select, press, text } = open(...story)
    insertLines(editor)
    select(1)
    press(CONTROLLED_TEXT_INSERTION_COMMAND, 'y\nz')
    expect(text()).toEqual(['One.[a] Two.', 'a: xy\nz'])
  })

  test('several pasted paragraphs become its lines', () => {
    const { select, update, text } = open(...story)
    select(1)
    update(() => $pasteBlocks([paragraph('y'), paragraph('z')]))
    expect(text()).toEqual(['One.[a] Two.', 'a: xy\nz'])
  })
})

describe('a pasted passage', () => {
  test('brings its footnotes, under new names if theirs are taken', () => {
    const { select, update, text } = open(paragraph('One.', reference('a')), footnote('a', 'x'))
    select(0)
    update(() => $pasteBlocks([paragraph(' Two.', reference('a')), footnote('a', 'y')]))
    expect(text()).toEqual(['One.[a] Two.[b]', 'a: x', 'b: y'])
  })

  test('refers to the footnotes of the text if it has none of its own', () => {
    const { select, update, text } = open(paragraph('One.', reference('a')), footnote('a', 'x'))
    select(0)
    update(() => $pasteBlocks([paragraph(' Two.', reference('a'))]))
    expect(text()).toEqual(['One.[a] Two.[a]', 'a: x'])
  })

  test('makes footnotes without their references paragraphs', () => {
    const { select, update, text } = open(paragraph('One.'))
    select(0)
    update(() => $pasteBlocks([footnote('a', ' Two.'), footnote('b', 'Three.')]))
    expect(text()).toEqual(['One. Two.', 'Three.'])
  })
})
