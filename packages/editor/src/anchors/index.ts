export { type Anchor, describeRange, type TextRange, trimRange } from './anchor.ts'
export { anchorText } from './anchor-text.ts'
export { findAnchor } from './find.ts'
export { type Change, compareTexts, followAnchor, type Placed } from './follow.ts'
