import { isSafeUrl } from '@nightdesk/contracts'
import { type BlockRule, lexicalElement, slateElement } from './block.ts'

export const link: BlockRule = {
  lexicalTypes: ['link', 'autolink'],
  toLexical: (block, _place, children) => {
    const { url, ...rest } = block
    const inside = children(block.children)
    // The editor removes links without text, so that a stored one is converted to an unknown inline.
    if (typeof url !== 'string' || inside.length === 0) return undefined
    return lexicalElement('link', rest, inside, {
      url,
      rel: null,
      target: null,
      title: null,
    })
  },
  fromLexical: (node, children) => {
    const url = node.url !== undefined && isSafeUrl(node.url) ? node.url : ''
    return slateElement('link', node, children(node.children ?? []), { url })
  },
  Render: ({ block: { url }, options: { resolveLink }, children }) => {
    if (typeof url !== 'string' || !isSafeUrl(url)) return children
    const href = resolveLink?.(url) ?? url
    return isLocal(url) ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    )
  },
}

const isLocal = (url: string) => url.startsWith('/') || url.startsWith('#')
