export * from './model.ts'
export { openSource } from './open-source.ts'
export { describeLoss, type Loss, type LossKind } from './receipt/losses.ts'
export { SourceError } from './source-error.ts'
