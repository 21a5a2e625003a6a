import { CodeNode } from '@lexical/code-core'
import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode } from '@lexical/list'
import { HeadingNode, QuoteNode } from '@lexical/rich-text'
import { ImageNode } from './image-node.tsx'
import { UnknownBlockNode, UnknownInlineNode } from './unknown-nodes.ts'

/** Every node the editor can hold; `convert.ts` makes no other. */
export const NODES = [
  HeadingNode,
  QuoteNode,
  ListNode,
  ListItemNode,
  CodeNode,
  LinkNode,
  ImageNode,
  UnknownBlockNode,
  UnknownInlineNode,
]
