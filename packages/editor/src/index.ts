export * from './canonical.ts'
export { normalize } from './normal-form.ts'
export * from './text.ts'
