export * from './copy-marks/copy-marks.ts'
export { editorPlace } from './copy-marks/prose.ts'
export { compareBlocks } from './diff/diff.ts'
export * from './diff/merge.ts'
export { collectFootnotes } from './footnotes.ts'
export { normalize } from './normal-form.ts'
export { isSameText } from './same-text.ts'
export { CODE_LANGUAGES, isSceneBreak } from './stored-blocks.ts'
export * from './text/excerpt.ts'
export {
  type OutlineEntry,
  outline,
  plainText,
  readingMinutes,
  truncate,
  truncateAtWord,
  wordCount,
  wordsIn,
  wordsOf,
} from './text/text.ts'
