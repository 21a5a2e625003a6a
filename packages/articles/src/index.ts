export * from './append-version.ts'
export { deriveExcerpt } from './derive-excerpt.ts'
export * from './tags.ts'
