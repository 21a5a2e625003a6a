import { type Block, type ElementNode, imageSource, isText, type Node } from '@nightdesk/contracts'

/** The addresses of links and images of this site in a text, each once. */
export const ownAddresses = (content: readonly Block[], featuredImage: string | null): string[] =>
  unique([...elementsIn(content).flatMap(addressOf), featuredImage ?? ''].filter(isOwn))

/** The addresses of links to other sites in a text, each once. */
export const outsideLinks = (content: readonly Block[]): string[] =>
  unique(elementsIn(content).flatMap(linkAddress).filter(isOutside))

const elementsIn = (nodes: readonly Node[]): ElementNode[] =>
  nodes.flatMap((node) => (isText(node) ? [] : [node, ...elementsIn(node.children)]))

const addressOf = (element: ElementNode): string[] =>
  element.type === 'image' ? [imageSource(element) ?? ''] : linkAddress(element)

const linkAddress = ({ type, url }: ElementNode): string[] =>
  type === 'link' && typeof url === 'string' ? [url] : []

const isOwn = (url: string) => /^\/(?!\/)/.test(url) || url.startsWith(`${location.origin}/`)

const isOutside = (url: string) => /^https?:/i.test(url) && !isOwn(url)

const unique = (urls: string[]) => [...new Set(urls)]
