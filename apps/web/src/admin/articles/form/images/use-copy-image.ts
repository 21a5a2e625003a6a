import type { CopyImage } from '@nightdesk/editor/lexical'
import { useCallback } from 'react'
import { api } from '../../../../api.ts'

/** For the editor: copies images from other sites into our storage. The code is loaded with the first copy. */
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
