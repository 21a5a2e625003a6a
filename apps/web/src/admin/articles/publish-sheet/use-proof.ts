import { proofPaths } from '@nightdesk/contracts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { proofKey } from '../preview/proof-key.ts'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { useEditState } from '../saving/use-draft-editor.ts'

export type Proof = NonNullable<ReturnType<typeof useProof>['data']>

const LINK_HOURS = 1
/** Milliseconds, less than the link works. */
const LINK_FRESH = 50 * 60_000

/** The proof of the text in the editor, which is first made the working copy. A changed text has another proof. */
export function useProof(articleId: number, draftEditor: DraftEditor) {
  const queries = useQueryClient()
  const { client } = api.useUtils()
  const edited = useEditState(draftEditor, ({ save }) => save.edited)
  const key = proofKey(articleId)

  /** One link for all proofs of an article: it always shows the newest text. */
  const readLink = () =>
    queries.fetchQuery({
      queryKey: [...key, 'link'],
      staleTime: LINK_FRESH,
      queryFn: () => client.previews.create.mutate({ id: articleId, hours: LINK_HOURS, with_unsaved: true }),
    })

  return useQuery({
    queryKey: [...key, 'text', edited],
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const isSent = await draftEditor.catchUp()
      if (!isSent) throw new Error(UNSENT)
      const [{ url }, names] = await Promise.all([readLink(), client.proofs.get.query({ id: articleId })])
      const preview = new URL(url).pathname
      return { ...names, preview, paths: proofPaths(preview), edited }
    },
  })
}

const UNSENT = 'What you wrote last could not be sent, so the proof would be an older one.'
