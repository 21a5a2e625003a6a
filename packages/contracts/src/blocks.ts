import { z } from 'zod'

// Draft: limits and safety rules are being written.
export interface TextNode {
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strikethrough?: boolean
  code?: boolean
  [key: string]: unknown
}
export interface ElementNode {
  type: string
  children: Node[]
  align?: 'left' | 'center' | 'right' | 'justify'
  [key: string]: unknown
}
export type Node = ElementNode | TextNode
export type Block = ElementNode

/** Blocks as an array or as JSON text; always read back as an array. */
export const content: z.ZodType<Block[], Block[] | string> = z.any()
