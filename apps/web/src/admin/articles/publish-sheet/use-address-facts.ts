import { type Block, imageSource, isText, type Node } from '@nightdesk/contracts'
import type { AddressFacts } from '@nightdesk/editor'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

const NO_LINKS: AddressFacts['links'] = new Map()

/**
 * The sizes of the images of a text: of the file with the most pixels that a reader gets, by its address in the text. Only
 * for images of this site.
 */
export function useAddressFacts(content: readonly Block[], featuredImage: string | null): AddressFacts {
  const urls = useMemo(() => ownImages(content, featuredImage), [content, featuredImage])
  const bytes = useQueries({
    queries: urls.map((url) => ({
      queryKey: ['picture bytes', url],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: () => readBytes(url),
    })),
    combine: (results) => results.map(({ data = 0 }) => data),
  })
  return useMemo(() => {
    const pictureBytes = new Map(urls.map((url, index) => [url, bytes[index] ?? 0]))
    return { pictureBytes, links: NO_LINKS }
  }, [urls, bytes])
}

/** A file never changes, so its size is read once. */
async function readBytes(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD' })
  return Number(headers.get('content-length') ?? 0)
}

function ownImages(content: readonly Block[], featuredImage: string | null): string[] {
  const found = imagesIn(content).flatMap((image) => imageSource(image) ?? [])
  const own = [...found, featuredImage ?? ''].filter((url) => url.startsWith('/'))
  return [...new Set(own)]
}

const imagesIn = (nodes: readonly Node[]): Block[] =>
  nodes.flatMap((node) => {
    if (isText(node)) return []
    return node.type === 'image' ? [node] : imagesIn(node.children)
  })
