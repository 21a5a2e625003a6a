export * from './canonical.ts'
export * from './code-languages.ts'
export * from './excerpt.ts'
export { normalize } from './normal-form.ts'
export * from './outline.ts'
export * from './publish-check.ts'
export * from './same-text.ts'
export {
  type HeadingEntry,
  headings,
  plainText,
  readingMinutes,
  WORDS_PER_MINUTE,
  wordCount,
  wordsIn,
  wordsOf,
} from './text.ts'
export { truncate, truncateAtWord } from './truncate.ts'
