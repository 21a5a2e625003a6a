import { useState } from 'react'
import { notify } from '../../notify.ts'
import type { usePreviews } from './use-previews.ts'

interface OpenPreviewOptions {
  articleId: number
  create: ReturnType<typeof usePreviews>['create']
  /** Sends unsaved changes, so that the preview shows them. @returns whether it succeeded */
  sendUnsaved?: () => Promise<boolean>
}

/** Opens a preview in a new tab. */
export function useOpenPreview({ articleId, create, sendUnsaved }: OpenPreviewOptions) {
  const [isOpening, setIsOpening] = useState(false)
  /** Unsaved changes could not be sent, and a preview without them would mislead. */
  const [isUnsent, setIsUnsent] = useState(false)

  async function open() {
    // Open the tab before the first await: browsers block it after one.
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
