import { useState } from 'react'
import { useNotify } from '../../notify.ts'
import type { usePreviews } from './use-previews.ts'

interface OpenPreviewOptions {
  articleId: number
  create: ReturnType<typeof usePreviews>['create']
  /** Sends what is not saved yet, which is then shown as well. @returns whether it did */
  sendUnsaved?: () => Promise<boolean>
}

/** Opens a preview of one's own in a new tab. */
export function useOpenPreview({ articleId, create, sendUnsaved }: OpenPreviewOptions) {
  const notify = useNotify()
  const [isOpening, setIsOpening] = useState(false)
  /** The newest text could not be sent, and an older one is not what was asked for. */
  const [isUnsent, setIsUnsent] = useState(false)

  async function open() {
    // At once: browsers allow no tab to whoever answers later.
    const tab = window.open('', '_blank')
    if (!tab) {
      return notify({
        kind: 'error',
        title: 'The browser blocked the new tab',
        description: 'Allow pop-ups for this site, or make a link.',
      })
    }
    setIsOpening(true)
    const url = await makeLink().finally(() => setIsOpening(false))
    if (!url) return tab.close()
    tab.opener = null
    tab.location.replace(new URL(url).pathname)
  }

  async function makeLink(): Promise<string | undefined> {
    const isSent = (await sendUnsaved?.()) ?? true
    setIsUnsent(!isSent)
    if (!isSent) return undefined
    const link = { id: articleId, hours: 1, with_unsaved: sendUnsaved !== undefined }
    return create.mutateAsync(link).then(
      ({ url }) => url,
      () => undefined, // already announced
    )
  }

  return { open, isOpening, isUnsent }
}
