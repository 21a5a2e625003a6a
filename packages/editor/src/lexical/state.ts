import { createState } from 'lexical'
import { STATE_KEY } from '../blocks/block.ts'
import { canonicalJson } from '../normal-form/canonical.ts'

/** Keys of a block or text for which Lexical has no field. Undefined in nodes that were made in the editor. */
export const slateState = /* @__PURE__ */ createState(STATE_KEY, {
  parse: (value) => (isRecord(value) ? value : undefined),
  isEqual: (a, b) => a === b || canonicalJson(a) === canonicalJson(b),
})

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Marks an item that only nests a list as part of the item before, in which the list is stored. See `blocks/list.tsx`. */
export const joinedState = /* @__PURE__ */ createState('joined', { parse: (value) => value === true })
