export { isSceneBreak } from './blocks/scene-break.ts'
export * from './diff/same-text.ts'
export * from './normal-form/canonical.ts'
export { normalize } from './normal-form/normal-form.ts'
export * from './render/code-languages.ts'
export * from './text/excerpt.ts'
export type { AddressFacts } from './text/marks/content-marks.ts'
export * from './text/marks/find-marks.ts'
export { fixMarks } from './text/marks/fix-marks.ts'
export type { LinkFact } from './text/marks/link-marks.ts'
export * from './text/marks/mark.ts'
export { type EditorPlace, editorPlace } from './text/marks/prose.ts'
export * from './text/outline.ts'
export {
  type HeadingEntry,
  headings,
  plainText,
  readingMinutes,
  WORDS_PER_MINUTE,
  wordCount,
  wordsIn,
  wordsOf,
} from './text/text.ts'
export { truncate, truncateAtWord } from './text/truncate.ts'
