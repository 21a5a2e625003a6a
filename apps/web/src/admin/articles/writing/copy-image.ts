import type { CopyImage, StoredImage } from '@nightdesk/editor/lexical'
import { useCallback } from 'react'
import { type ApiError, api, explain } from '../../../api.ts'

const EVERY_MS = 700
/** The worker copies one image at a time, and allows ten seconds for each. */
const PATIENCE_MS = 120_000
const STILL_QUEUED = 'The copy is still waiting for its turn. Please try again later.'
const NOT_COPIED = 'The image was not copied. Please try again.'

/** For the editor: has the worker copy an image from another site into our storage, and waits for the result. */
export function useCopyImage(): CopyImage {
  const { imageCopies } = api.useUtils().client
  return useCallback(
    async (url, { signal }): Promise<StoredImage> => {
      const patience = AbortSignal.timeout(PATIENCE_MS)
      let copy = await imageCopies.create.mutate({ url }, { signal }).catch(toSentence)
      while (copy.state === 'queued') {
        if (patience.aborted) throw new Error(STILL_QUEUED)
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
        copy = await imageCopies.get.query({ id: copy.id }, { signal }).catch(toSentence)
      }
      if (!copy.image) throw new Error(copy.error ?? NOT_COPIED)
      return copy.image
    },
    [imageCopies],
  )
}

function toSentence(error: ApiError): never {
  throw new Error(explain(error))
}
