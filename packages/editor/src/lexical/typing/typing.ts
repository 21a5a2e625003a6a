import { registerDragonSupport } from '@lexical/dragon'
import { registerMarkdownShortcuts } from '@lexical/markdown'
import { type LexicalEditor, mergeRegister } from 'lexical'
import { mergeDeletions } from '../keys/deletion-steps.ts'
import { showUndone } from '../keys/show-undone.ts'
import { limitSteps } from '../keys/step-length.ts'
import { writeBelowText } from './below-text.ts'
import { guardBlockEdges } from './block-edges.ts'
import { catchUp } from './catch-up.ts'
import { handleCodeKeys } from './code-keys.ts'
import { insertLines } from './insert-lines.ts'
import { keepMarks } from './kept-marks.ts'
import { linkUrls } from './link-urls.ts'
import { typeSceneBreaks } from './scene-breaks.ts'
import { handleShortcuts } from './shortcuts.ts'
import { punctuate } from './smart-punctuation.ts'
import { holdTab } from './tab.ts'
import { MARKDOWN } from './transformers.ts'
import { typeOnce } from './typed-once.ts'

/** Editors whose text has been looked at. */
const known = new WeakSet<LexicalEditor>()

/**
 * What becomes of letters and keys beyond letters: a chunk of its own, the first that follows the editor. With
 * `isPunctuationSmart`, quotes, dashes and ellipses are set. @returns ends it
 */
export function handleTyping(editor: LexicalEditor, isPunctuationSmart: boolean): () => void {
  const stop = mergeRegister(
    typeOnce(editor),
    mergeDeletions(editor),
    limitSteps(editor),
    showUndone(editor),
    keepMarks(editor),
    insertLines(editor),
    typeSceneBreaks(editor),
    registerMarkdownShortcuts(editor, MARKDOWN),
    linkUrls(editor),
    handleCodeKeys(editor),
    handleShortcuts(editor),
    holdTab(editor),
    guardBlockEdges(editor),
    writeBelowText(editor),
    registerDragonSupport(editor),
    isPunctuationSmart ? punctuate(editor) : () => undefined,
  )
  if (!known.has(editor)) catchUp(editor)
  known.add(editor)
  return stop
}
