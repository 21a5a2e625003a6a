import { $isCodeNode, CodeNode } from '@lexical/code-core'
import { $getNodeByKey, type LexicalEditor, mergeRegister, type NodeKey } from 'lexical'
import type { CodeRun } from '../render/code-colours.ts'
import { $readBlockText, type BlockText, domRange } from './block-text.ts'
import { untilLoaded } from './lazy.ts'

const DEBOUNCE_MS = 150

let colours: Promise<typeof import('../render/code-colours.ts')> | undefined

/**
 * Colours code by CSS highlights, which change neither the tree nor its history nor the saved text. Does nothing in
 * browsers without CSS highlights. The grammars are loaded for the first block with a language. @returns a function that
 * stops it
 */
export function highlightCode(editor: LexicalEditor): () => void {
  if (!('highlights' in CSS)) return () => {}
  const shown = new Map<NodeKey, () => void>()
  const waiting = new Set<NodeKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const paint = async () => {
    const keys = [...waiting]
    waiting.clear()
    const blocks = editor.read(() => keys.flatMap($readCode))
    for (const key of keys) unpaint(key)
    if (blocks.length === 0) return
    colours ??= untilLoaded(() => import('../render/code-colours.ts'))
    const { colourCode } = await colours
    for (const { language, block } of blocks) {
      unpaint(block.key)
      shown.set(block.key, paintRuns(editor, block, colourCode(language, block.text) ?? []))
    }
  }
  const unpaint = (key: NodeKey) => {
    shown.get(key)?.()
    shown.delete(key)
  }

  const plan = (key: NodeKey) => {
    waiting.add(key)
    clearTimeout(timer)
    timer = setTimeout(() => void paint(), DEBOUNCE_MS)
  }

  const stop = mergeRegister(
    editor.registerMutationListener(CodeNode, (mutations) => {
      for (const [key, mutation] of mutations) mutation === 'destroyed' ? unpaint(key) : plan(key)
    }),
    // Mutation listeners are not called for changes of descendants.
    editor.registerUpdateListener(({ dirtyElements, editorState }) => {
      for (const key of dirtyElements.keys()) if ($isCodeNode($getNodeByKey(key, editorState))) plan(key)
    }),
  )
  return () => {
    stop()
    clearTimeout(timer)
    for (const key of shown.keys()) unpaint(key)
  }
}

function $readCode(key: NodeKey): { language: string; block: BlockText }[] {
  const node = $getNodeByKey(key)
  const language = $isCodeNode(node) ? node.getLanguage() : null
  return $isCodeNode(node) && language ? [{ language, block: $readBlockText(node) }] : []
}

/** Colours the text of a block. @returns a function that removes the colours */
function paintRuns(editor: LexicalEditor, block: BlockText, runs: readonly CodeRun[]): () => void {
  const painted: [Highlight, Range][] = []
  let end = 0
  for (const { text, colour } of runs) {
    const start = end
    end += text.length
    const range = colour && domRange(editor, block, start, end)
    if (!range) continue
    const name = `editor-code-${colour}`
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    CSS.highlights.set(name, highlight.add(range))
    painted.push([highlight, range])
  }
  return () => {
    for (const [highlight, range] of painted) highlight.delete(range)
  }
}
