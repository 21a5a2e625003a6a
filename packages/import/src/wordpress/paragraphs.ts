/** Elements that a paragraph cannot hold. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html iframe legend li main menu nav ol p pre section summary table tbody td tfoot th ' +
    'thead tr ul video audio'
  ).split(' '),
)

/** Containers whose texts WordPress parts at blank lines. In others a line end is a line break only. */
const PARTED = new Set(['body', 'div', 'blockquote', 'section', 'article', 'td', 'center'])
const KEEPS_LINES = 'pre, textarea, script, style, template, table, select, option, svg, math'
const BLANK_LINE = /\n[ \t]*\n[ \t\r\n]*/
/** A line with a no-break space is an empty paragraph, which writers put between scenes. */
const isBlank = (text: string | null) => !/[^ \t\r\n]/.test(text ?? '')

/**
 * Makes the paragraphs and line breaks of a text of the classic editor, which stores them as line ends, as WordPress does
 * when it shows the text.
 */
export function makeParagraphs(root: Element): void {
  const containers = [root, ...root.querySelectorAll<Element>('*')].filter(
    ({ localName }) =>
      PARTED.has(localName) || localName === 'p' || localName === 'li' || /^h[1-6]$/.test(localName),
  )
  for (const container of containers) {
    if (container.closest(KEEPS_LINES) && container.localName !== 'td') continue
    for (const line of inlineRuns(container)) partRun(line, PARTED.has(container.localName))
  }
}

/** Adjacent children that are no blocks. */
function inlineRuns(container: Element): ChildNode[][] {
  const runs: ChildNode[][] = [[]]
  for (const child of container.childNodes) {
    if (isBlock(child)) runs.push([])
    else runs.at(-1)?.push(child)
  }
  return runs.filter((run) => run.some(({ textContent, nodeType }) => nodeType === 1 || textContent?.trim()))
}

const isBlock = (node: ChildNode) =>
  isElement(node) && (BLOCKS.has(node.localName) || node.querySelector([...BLOCKS].join(',')) !== null)

const isElement = (node: ChildNode): node is ChildNode & Element => node.nodeType === 1

/** Replaces texts and inline elements by the paragraphs or lines that they are. */
function partRun(run: readonly ChildNode[], isParted: boolean): void {
  const [first] = run
  const parent = first?.parentNode
  const document = first?.ownerDocument
  if (!parent || !document) return
  const end = run.at(-1)?.nextSibling ?? null
  const lines = parted(run, isParted ? BLANK_LINE : NEVER, document).map(trimmed)
  for (const node of run) node.remove()
  for (const line of lines.filter(({ length }) => length > 0)) {
    const holder = isParted ? document.createElement('p') : document.createDocumentFragment()
    holder.append(...line)
    parent.insertBefore(holder, end)
  }
}

function parted(run: readonly ChildNode[], separator: RegExp, document: Document): Node[][] {
  const paragraphs: Node[][] = [[]]
  for (const node of run) {
    partsOf(node, separator, document).forEach((part, index) => {
      if (index > 0) paragraphs.push([])
      paragraphs.at(-1)?.push(...part)
    })
  }
  return paragraphs
}

/** An inline element with several paragraphs in it begins again in each of them. */
function partsOf(node: ChildNode, separator: RegExp, document: Document): Node[][] {
  if (node.nodeType === 3) {
    const [first = '', ...others] = (node.nodeValue ?? '').split(separator)
    // The line end behind a break is no second one.
    const start = isBreak(node.previousSibling) ? first.replace(/^[ \t]*\r?\n/, '') : first
    return [start, ...others].map((text) => withBreaks(text, document))
  }
  const text = node.textContent ?? ''
  if (!isElement(node) || node.matches(KEEPS_LINES) || !text.includes('\n') || text.trim() === '')
    return [[node]]
  return parted([...node.childNodes], separator, document).map((children) => {
    const copy = node.cloneNode() as Element
    copy.append(...children)
    return copy.firstElementChild || !isBlank(copy.textContent) ? [copy] : []
  })
}

const NEVER = /(?!)/

/** Lines with breaks between them. */
const withBreaks = (text: string, document: Document): Node[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [document.createElement('br')]),
      ...(line === '' ? [] : [document.createTextNode(line)]),
    ])

const isBreak = (node: Node | null) => node?.nodeName.toLowerCase() === 'br'

/** Without breaks and blank texts at the ends. */
function trimmed(nodes: readonly Node[]): Node[] {
  const isEmpty = (node: Node) =>
    isBreak(node) || node.nodeType === 8 || (node.nodeType === 3 && isBlank(node.nodeValue))
  const start = nodes.findIndex((node) => !isEmpty(node))
  const end = nodes.findLastIndex((node) => !isEmpty(node))
  return start === -1 ? [] : nodes.slice(start, end + 1)
}
