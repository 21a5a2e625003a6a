import { type Block, imageSource, isText, type Node } from '@nightdesk/contracts'
import type { AddressFacts } from '@nightdesk/editor'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

/** Milliseconds in which an address is not requested again. */
const FRESH = 24 * 60 * 60_000

/**
 * What is at the addresses of this site in a text: dead links, and the bytes of images, by the file with the most pixels
 * that a reader gets. Addresses of other sites are not requested.
 */
export function useAddressFacts(content: readonly Block[], featuredImage: string | null): AddressFacts {
  const urls = useMemo(() => ownAddresses(content, featuredImage), [content, featuredImage])
  const heads = useQueries({
    queries: urls.map((url) => ({
      queryKey: ['head', url],
      staleTime: FRESH,
      retry: false,
      queryFn: () => readHead(url),
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(() => {
    const known = urls.map((url, index) => ({ url, head: heads[index] }))
    return {
      pictureBytes: new Map(known.map(({ url, head }) => [url, head?.bytes ?? 0])),
      deadLinks: new Set(known.flatMap(({ url, head }) => (head?.isMissing ? [url] : []))),
    }
  }, [urls, heads])
}

async function readHead(url: string) {
  const { status, headers } = await fetch(url, { method: 'HEAD' })
  return { isMissing: status === 404 || status === 410, bytes: Number(headers.get('content-length') ?? 0) }
}

function ownAddresses(content: readonly Block[], featuredImage: string | null): string[] {
  const own = [...addressesIn(content), featuredImage ?? ''].filter((url) => /^\/(?!\/)/.test(url))
  return [...new Set(own)]
}

const addressesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => {
    if (isText(node)) return []
    if (node.type === 'image') return imageSource(node) ?? []
    const own = node.type === 'link' && typeof node.url === 'string' ? [node.url] : []
    return [...own, ...addressesIn(node.children)]
  })
