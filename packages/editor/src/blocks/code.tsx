import { type ElementNode, isText, type Node } from '@nightdesk/contracts'
import {
  type BlockRule,
  type ChildrenFromLexical,
  type LexicalJson,
  lexicalElement,
  slateElement,
  stateOf,
} from './block.ts'

const LANGUAGE = /^[a-z0-9+#-]{1,30}$/i

/** `code-block` holds a `code-line` for every line; `code` holds its text directly. */
export const code: BlockRule = {
  types: ['code-block', 'code'],
  lexicalTypes: ['code'],
  toLexical: (block, place, children) => {
    const lines = place === 'block' ? linesOf(block) : undefined
    if (!lines) return undefined
    const content = lines.flatMap((line, index) => [...(index === 0 ? [] : [lineEnd()]), ...children(line)])
    const { language, ...rest } = block
    // Lexical takes an empty name for none.
    const isNamed = typeof language === 'string' && language !== ''
    const node = lexicalElement('code', isNamed ? rest : block, content, {
      language: isNamed ? language : null,
    })
    return block.type === 'code' ? { ...node, $: { ...node.$, flat: true } } : node
  },
  fromLexical: (node, children) => {
    const fields = typeof node.language === 'string' ? { language: node.language } : {}
    if (node.$?.flat === true) return slateElement('code', node, children(node.children ?? []), fields)
    return slateElement('code-block', node, codeLines(node.children ?? [], children), fields)
  },
  Render: ({ block, children }) => {
    const { language } = block
    const isNamed = typeof language === 'string' && LANGUAGE.test(language)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must be able to
      <pre tabIndex={0}>
        <code className={isNamed ? `language-${language}` : undefined}>{children}</code>
      </pre>
    )
  },
}

/** Within a block of code, a line ends with a newline character, not with a tag. */
export const codeLine: BlockRule = {
  types: ['code-line'],
  lexicalTypes: [],
  toLexical: () => undefined,
  fromLexical: (node, children) => slateElement('code-line', node, children(node.children ?? [])),
  Render: ({ children }) => (
    <>
      {children}
      {'\n'}
    </>
  ),
}

/** What stands on each line, or undefined when Lexical’s code node would lose something. */
function linesOf({ type, children }: ElementNode): Node[][] | undefined {
  if (type === 'code') return children.every(isText) ? [children] : undefined
  return children.every(isPlainLine) ? children.map((line) => line.children) : undefined
}

const isPlainLine = (node: Node): node is ElementNode =>
  !isText(node) && node.type === 'code-line' && Object.keys(node).length === 2 && node.children.every(isText)

/** Without state, in contrast to the soft break within a line. */
const lineEnd = (): LexicalJson => ({ type: 'linebreak', version: 1 })

function codeLines(nodes: readonly LexicalJson[], children: ChildrenFromLexical): ElementNode[] {
  const lines: LexicalJson[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'linebreak' && !stateOf(node)) lines.push([])
    else lines.at(-1)?.push(node)
  }
  return lines.map((line) => ({ type: 'code-line', children: children(line) }))
}
