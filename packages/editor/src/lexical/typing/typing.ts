import { registerDragonSupport } from '@lexical/dragon'
import { registerMarkdownShortcuts } from '@lexical/markdown'
import { type LexicalEditor, mergeRegister } from 'lexical'
import { copyFootnotes } from '../footnotes/copy-footnotes.ts'
import { handleFootnotes } from '../footnotes/footnotes.ts'
import { limitStepLength, mergeDeletions, showUndone } from '../history.ts'
import { goToEdges, guardBlockEdges, leaveFirstLine } from '../keys/block-edges.ts'
import { handleCodeKeys } from '../keys/code-keys.ts'
import { handleShortcuts } from '../keys/shortcuts.ts'
import { holdTab } from '../keys/tab.ts'
import { linkUrls, MARKDOWN_TRANSFORMERS, punctuate, typeSceneBreaks } from './as-typed.ts'
import { ignoreDuplicateInput, insertLines, keepReplacedFormat } from './browser-input.ts'
import { replayTyping } from './replay-typing.ts'

/** Editors whose earlier text has been replayed. */
const replayed = new WeakSet<LexicalEditor>()

/**
 * Handles typed text and keys; the first chunk that is loaded after the editor. With `isPunctuationSmart`, straight quotes,
 * hyphens and dots are replaced. @returns a function that stops it
 */
export function handleTyping(editor: LexicalEditor, isPunctuationSmart: boolean): () => void {
  const stop = mergeRegister(
    ignoreDuplicateInput(editor),
    mergeDeletions(editor),
    limitStepLength(editor),
    showUndone(editor),
    keepReplacedFormat(editor),
    insertLines(editor),
    typeSceneBreaks(editor),
    // Before Markdown, which removes the sign that ends a word.
    isPunctuationSmart ? punctuate(editor) : () => undefined,
    registerMarkdownShortcuts(editor, MARKDOWN_TRANSFORMERS),
    linkUrls(editor),
    handleCodeKeys(editor),
    handleShortcuts(editor),
    holdTab(editor),
    guardBlockEdges(editor),
    leaveFirstLine(editor),
    goToEdges(editor),
    handleFootnotes(editor),
    copyFootnotes(editor),
    registerDragonSupport(editor),
  )
  if (!replayed.has(editor)) replayTyping(editor)
  replayed.add(editor)
  return stop
}
