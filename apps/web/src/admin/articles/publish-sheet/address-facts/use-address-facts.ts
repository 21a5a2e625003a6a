import type { Block } from '@nightdesk/contracts'
import type { AddressFacts, LinkFact } from '@nightdesk/editor'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownAddresses } from './addresses.ts'

/** Milliseconds in which an address is not requested again. */
const FRESH = 24 * 60 * 60_000

/**
 * What is at the addresses of this site in a text: dead links, and the bytes of images, by the file with the most pixels
 * that a reader gets. The server checks addresses of other sites: see `useLinkChecks`.
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
      links: new Map(known.flatMap(({ url, head }) => (head?.isMissing ? [[url, MISSING]] : []))),
    }
  }, [urls, heads])
}

const MISSING: LinkFact = { type: 'missing' }

async function readHead(url: string) {
  const { status, headers } = await fetch(url, { method: 'HEAD' })
  return { isMissing: status === 404 || status === 410, bytes: Number(headers.get('content-length') ?? 0) }
}
