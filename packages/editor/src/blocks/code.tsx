import { type ElementNode, isInline, isText, MARKS, type Node } from '@nightdesk/contracts'
import {
  type BlockRule,
  type ChildrenFromLexical,
  type CodeProps,
  type LexicalJson,
  lexicalElement,
  stateOf,
  storedElement,
} from './block.ts'

/** Types whose text may be a direct child, without a `code-line`. */
const FLAT_TYPES = ['code-block', 'code']

const LANGUAGE = /^[a-z0-9+#-]{1,30}$/i

/** A code block has a `code-line` for each line, or its text as direct children; the node state records which. */
export const code: BlockRule = {
  lexicalTypes: ['code'],
  toLexical: (block, place, children) => {
    const isFlat = block.children.every(isText)
    const lines = isFlat ? [block.children] : linesOf(block)
    if (place === 'inline' || !lines) return undefined
    const content = lines.flatMap((line, index) => [...(index === 0 ? [] : [lineEnd()]), ...children(line)])
    const { language, ...rest } = block
    // Lexical does not distinguish an empty name from none.
    const isNamed = typeof language === 'string' && language !== ''
    const node = lexicalElement('code', isNamed ? rest : block, content, {
      language: isNamed ? language : null,
    })
    return isFlat ? { ...node, $: { ...node.$, flat: block.type } } : node
  },
  fromLexical: (node, children) => {
    const fields = typeof node.language === 'string' ? { language: node.language } : {}
    const flat = FLAT_TYPES.find((type) => type === node.$?.flat)
    if (flat) return storedElement(flat, node, children, fields)
    return storedElement('code-block', node, (nodes) => codeLines(nodes, children), fields)
  },
  Render: ({ block, options: { Code = PlainCode }, children }) => {
    const { language } = block
    const isNamed = typeof language === 'string' && LANGUAGE.test(language)
    return (
      <Code language={isNamed ? language : undefined} {...codeText(block)}>
        {children}
      </Code>
    )
  },
}

function PlainCode({ language, children }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must be able to
    <pre dir="ltr" tabIndex={0}>
      <code className={language && `language-${language}`}>{children}</code>
    </pre>
  )
}

/** In a code block, a line ends with a newline character, not with a tag. */
export const codeLine: BlockRule = {
  lexicalTypes: [],
  toLexical: () => undefined,
  fromLexical: (node, children) => storedElement('code-line', node, children),
  Render: ({ children }) => (
    <>
      {children}
      {'\n'}
    </>
  ),
}

/** The text of a code block, as its lines or its texts render it. */
function codeText(block: ElementNode): Pick<CodeProps, 'text' | 'isPlain'> {
  let text = ''
  let isPlain = true
  const read = (node: Node) => {
    if (isText(node)) {
      text += node.text
      isPlain &&= !MARKS.some((mark) => node[mark] === true)
      return
    }
    node.children.forEach(read)
    if (node.type === 'code-line') text += '\n'
    else isPlain = false
  }
  block.children.forEach(read)
  return { text, isPlain }
}

/** The children of each line, or undefined if Lexical’s code node would lose something. */
function linesOf({ type, children }: ElementNode): Node[][] | undefined {
  if (type === 'code' || !children.every(isPlainLine)) return undefined
  return children.map((line) => line.children)
}

const isPlainLine = (node: Node): node is ElementNode =>
  !isText(node) &&
  node.type === 'code-line' &&
  Object.keys(node).length === 2 &&
  node.children.every(isInline)

/** Has no state, which distinguishes it from a soft break within a line. */
const lineEnd = (): LexicalJson => ({ type: 'linebreak', version: 1 })

function codeLines(nodes: readonly LexicalJson[], children: ChildrenFromLexical): ElementNode[] {
  const lines: LexicalJson[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'linebreak' && !stateOf(node)) lines.push([])
    else lines.at(-1)?.push(node)
  }
  return lines.map((line) => ({ type: 'code-line', children: children(line) }))
}
