import { type Block, type ElementNode, elementsOf, imageSource } from '@nightdesk/contracts'

/** The addresses of links and images of this site in a text, each once. */
export const ownAddresses = (content: readonly Block[], featuredImage: string | null): string[] =>
  unique([...elementsOf(content).flatMap(addressOf), featuredImage ?? ''].filter(isOwn))

/** The addresses of links to other sites in a text, each once. */
export const outsideLinks = (content: readonly Block[]): string[] =>
  unique(elementsOf(content).flatMap(linkAddress).filter(isOutside))

const addressOf = (element: ElementNode): string[] =>
  element.type === 'image' ? [imageSource(element) ?? ''] : linkAddress(element)

const linkAddress = ({ type, url }: ElementNode): string[] =>
  type === 'link' && typeof url === 'string' ? [url] : []

const isOwn = (url: string) => /^\/(?!\/)/.test(url) || url.startsWith(`${location.origin}/`)

const isOutside = (url: string) => /^https?:/i.test(url) && !isOwn(url)

const unique = (urls: string[]) => [...new Set(urls)]
