export { type Anchor, anchorText, describeRange, type TextRange, trimRange } from './anchor.ts'
export { findAnchor } from './find.ts'
export { followAnchor, type Placed } from './follow.ts'
