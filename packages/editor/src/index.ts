export * from './copy-marks/copy-marks.ts'
export { type EditorPlace, editorPlace } from './copy-marks/prose.ts'
export { type BlockComparison, compareBlocks } from './diff/diff.ts'
export * from './diff/merge.ts'
export { canonicalJson, normalize } from './normal-form.ts'
export { type EditableFields, isSameText } from './same-text.ts'
export { CODE_LANGUAGES, isSceneBreak } from './stored-blocks.ts'
export * from './text/excerpt.ts'
export {
  type HeadingEntry,
  headings,
  type OutlineEntry,
  outline,
  plainText,
  readingMinutes,
  truncate,
  truncateAtWord,
  WORDS_PER_MINUTE,
  wordCount,
  wordsIn,
  wordsOf,
} from './text/text.ts'
