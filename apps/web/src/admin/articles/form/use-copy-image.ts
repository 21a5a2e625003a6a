import type { CopyImage } from '@nightdesk/editor/lexical'
import { useCallback } from 'react'
import { api } from '../../../api.ts'

/** For the editor: copies images of other sites into the storage. Loaded when the first one is asked for. */
export function useCopyImage(): CopyImage {
  const { client } = api.useUtils()
  return useCallback(
    async (url, { signal }) => {
      const { copyImage } = await import('./copy-image.ts')
      return copyImage(client, url, signal)
    },
    [client],
  )
}
