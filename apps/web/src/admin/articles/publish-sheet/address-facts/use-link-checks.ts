import type { Block, LinksAndPictures } from '@nightdesk/contracts'
import type { LinkFact } from '@nightdesk/editor'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../api.ts'
import { formatCount } from '../../../../format.ts'
import { FAST_POLL_MS } from '../../../polling.ts'
import type { DraftEditor } from '../../saving/draft-editor.ts'
import { outsideLinks } from './addresses.ts'
import { linkFacts } from './link-facts.ts'

interface LinkChecks {
  /** What is wrong with links to other sites, by address. */
  facts: ReadonlyMap<string, LinkFact>
  /** What is not known of them, in a sentence. Undefined when all of them were checked. */
  note: string | undefined
}

/** Has the worker check the links to other sites in the text of the editor, and again when other links are in it. */
export function useLinkChecks(
  articleId: number,
  draftEditor: DraftEditor,
  content: readonly Block[],
): LinkChecks {
  const { mutateAsync: check } = api.links.check.useMutation()
  const urls = useMemo(() => outsideLinks(content), [content])
  const text = { id: articleId, text: 'unsaved' } as const
  const request = useQuery({
    queryKey: ['check-links', articleId, urls],
    enabled: urls.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: true,
    queryFn: async () => {
      // The worker reads the text that the server has.
      if (!(await draftEditor.sendUnsaved())) throw new Error('The text could not be sent')
      return check(text)
    },
  })
  const found = api.links.get.useQuery(text, {
    enabled: request.isSuccess,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => state.data?.is_checking === true && FAST_POLL_MS,
  })
  const { facts, unknown } = useMemo(() => linkFacts(found.data?.links ?? []), [found.data])
  if (urls.length === 0) return { facts, note: undefined }
  if (request.isError || found.isError) return { facts, note: 'Links to other sites could not be checked.' }
  const isChecked = found.dataUpdatedAt >= request.dataUpdatedAt && isDone(found.data)
  return { facts, note: isChecked ? describeUnknown(unknown) : CHECKING }
}

const CHECKING = 'Links to other sites are being checked. You need not wait for them.'

const isDone = (found: LinksAndPictures | undefined) => found?.is_checking === false

/** Sites that are named. */
const NAMED = 3

function describeUnknown(hosts: readonly string[]): string | undefined {
  if (hosts.length === 0) return undefined
  const rest = hosts.length - NAMED
  const others = rest > 0 ? [formatCount(rest, 'other site')] : []
  const names = new Intl.ListFormat('en').format([...hosts.slice(0, NAMED), ...others])
  return `Links to ${names} could not be checked.`
}
