import { isSafeImageUrl } from '@nightdesk/contracts'
import { $isTextNode, type DOMConversionMap, type LexicalNode } from 'lexical'
import { $createImageNode } from './image-node.tsx'

/** What of pasted HTML becomes blocks, beyond what Lexical’s own nodes take: `img` and `del`. */
export const htmlImport: DOMConversionMap = {
  img: () => ({ priority: 1, conversion: (element) => ({ node: $createImageNode(readImage(element)) }) }),
  del: () => ({ priority: 1, conversion: () => ({ node: null, forChild: $strikeThrough }) }),
}

/** "image with url from src (empty if none)": a source that may not be stored counts as none. */
function readImage(element: HTMLElement): Record<string, unknown> {
  const source = element.getAttribute('src') ?? ''
  const alt = (element.getAttribute('alt') ?? '').slice(0, 500)
  return { url: isSafeImageUrl(source) ? source : '', ...(alt !== '' && { alt }) }
}

function $strikeThrough(child: LexicalNode): LexicalNode {
  if ($isTextNode(child) && !child.hasFormat('strikethrough')) child.toggleFormat('strikethrough')
  return child
}
