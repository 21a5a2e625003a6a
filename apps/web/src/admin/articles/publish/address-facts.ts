import { type Block, type ElementNode, elementsOf, imageSource, type LinkInText } from '@nightdesk/contracts'
import type { AddressFacts, LinkFact } from '@nightdesk/editor'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api.ts'
import { formatCount } from '../../../format.ts'
import { FAST_POLL_MS } from '../../query-client.ts'
import { OWN_ADDRESSES } from '../article-changed.ts'
import { useWriting } from '../saving/writing-context.tsx'

/** Milliseconds in which an address with something behind it is not requested again. */
const FRESH = 24 * 60 * 60_000

/**
 * What is at the addresses of this site in a text: dead links, and the bytes of images, by the file with the most pixels
 * that a reader gets. The server checks addresses of other sites: see `useLinkChecks`.
 */
export function useAddressFacts(content: readonly Block[], featuredImage: string | null): AddressFacts {
  const urls = useMemo(() => ownAddresses(content, featuredImage), [content, featuredImage])
  const heads = useQueries({
    queries: urls.map((url) => ({
      queryKey: [...OWN_ADDRESSES, url],
      staleTime: ({ state }: { state: { data?: Head } }) => (state.data?.isMissing ? 0 : FRESH),
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

type Head = Awaited<ReturnType<typeof readHead>>

async function readHead(url: string) {
  const { status, headers } = await fetch(url, { method: 'HEAD' })
  return { isMissing: status === 404 || status === 410, bytes: Number(headers.get('content-length') ?? 0) }
}

/**
 * The links to other sites in the text of the editor. Only when a writer asks for it, the worker asks those sites; what it knows from
 * earlier checks is there at once.
 */
export function useLinkChecks(articleId: number, content: readonly Block[]) {
  const { draftEditor } = useWriting()
  const { links: cached } = api.useUtils()
  const { mutateAsync: checkText } = api.links.check.useMutation()
  const urls = useMemo(() => outsideLinks(content), [content])
  const hasLinks = urls.length > 0
  const text = { id: articleId, text: 'unsaved' } as const
  const check = useMutation({
    mutationFn: async (_urls: string) => {
      // The worker reads the text that the server has.
      if (!(await draftEditor.flush())) throw new Error('The text could not be sent')
      await checkText(text)
      await cached.get.invalidate(text)
    },
  })
  const found = api.links.get.useQuery(text, {
    enabled: hasLinks,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => state.data?.is_checking === true && FAST_POLL_MS,
  })
  const { facts, unknown } = useMemo(() => linkFacts(found.data?.links ?? []), [found.data])
  const checked = urls.join(' ')
  const isAsked = hasLinks && check.variables === checked
  const isChecking = isAsked && (check.isPending || found.data?.is_checking === true)
  const result =
    check.isError || found.isError ? 'Links to other sites could not be checked.' : describeUnknown(unknown)
  const note = isChecking ? CHECKING : result
  return {
    /** What is known to be wrong with the links, by address. */
    facts,
    check: hasLinks ? () => check.mutate(checked) : undefined,
    isChecking,
    /** What the last check did not find out, in a sentence. Undefined without a check of the links that are in the text now. */
    note: isAsked ? note : undefined,
  }
}

const CHECKING = 'Links to other sites are being checked. You need not wait for them.'

/** Sites that are named. */
const NAMED = 3

function describeUnknown(hosts: readonly string[]): string | undefined {
  if (hosts.length === 0) return undefined
  const rest = hosts.length - NAMED
  const others = rest > 0 ? [formatCount(rest, 'other site')] : []
  const names = new Intl.ListFormat('en').format([...hosts.slice(0, NAMED), ...others])
  return `Links to ${names} could not be checked.`
}

type Checked = Pick<LinkInText, 'url' | 'host' | 'state' | 'status' | 'location'>

/** What is wrong with links to other sites, by address, and the sites that could not be asked. */
export function linkFacts(links: readonly Checked[]) {
  const outside = links.filter(({ host }) => host !== null)
  return {
    facts: new Map(outside.flatMap((link) => factsOf(link).map((fact) => [link.url, fact] as const))),
    unknown: [...new Set(outside.filter(isUnknown).flatMap(({ host }) => host ?? []))],
  }
}

/**
 * A site that says that nothing is there (404 or 410) is believed at once, like this site. Any other failure may pass, so it
 * counts only when checks on two days have failed. A refusal says nothing about a link: many sites refuse programs.
 */
function factsOf({ state, status, location }: Checked): LinkFact[] {
  if (isMissing({ state, status })) return [{ type: 'missing' }]
  if (state === 'dead') return [{ type: 'unreachable' }]
  return state === 'moved' && location !== null ? [{ type: 'moved', location }] : []
}

const isMissing = ({ state, status }: Pick<Checked, 'state' | 'status'>) =>
  (state === 'failed' || state === 'dead') && (status === 404 || status === 410)

const isUnknown = (link: Checked) =>
  link.state === 'refused' || link.state === 'unchecked' || (link.state === 'failed' && !isMissing(link))

/** The addresses of links and images of this site in a text, each once. */
const ownAddresses = (content: readonly Block[], featuredImage: string | null): string[] =>
  unique([...elementsOf(content).flatMap(addressOf), featuredImage ?? ''].filter(isOwn))

/** The addresses of links to other sites in a text, each once. */
const outsideLinks = (content: readonly Block[]): string[] =>
  unique(elementsOf(content).flatMap(linkAddress).filter(isOutside))

const addressOf = (element: ElementNode): string[] =>
  element.type === 'image' ? [imageSource(element) ?? ''] : linkAddress(element)

const linkAddress = ({ type, url }: ElementNode): string[] =>
  type === 'link' && typeof url === 'string' ? [url] : []

const isOwn = (url: string) => /^\/(?!\/)/.test(url) || url.startsWith(`${location.origin}/`)

const isOutside = (url: string) => /^https?:/i.test(url) && !isOwn(url)

const unique = (urls: string[]) => [...new Set(urls)]
