import type { UploadedImage } from '@nightdesk/contracts'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadImage } from '../../upload.ts'

const SENDING = ['picture of a form']

/** Whether a picture is on its way. A form that is saved meanwhile would lack it. */
export const useIsSendingPicture = () => useIsMutating({ mutationKey: SENDING }) > 0

interface Upload {
  file: File
  signal: AbortSignal
}

/**
 * Uploads one image at a time. Choosing another, cancelling and leaving the form abort the upload.
 * @param onUploaded may throw an error, which is that of the upload
 */
export function useImageUpload(onUploaded: (image: UploadedImage) => void) {
  /** The fraction that was sent. */
  const [sent, setSent] = useState(0)
  const current = useRef<AbortController>(null)
  const upload = useMutation<UploadedImage, Error, Upload>({
    mutationKey: SENDING,
    mutationFn: ({ file, signal }) => uploadImage(file, { onProgress: setSent, signal }),
    onMutate: () => setSent(0),
    onSuccess(image, { signal }) {
      if (!signal.aborted) onUploaded(image)
    },
  })
  useEffect(() => () => current.current?.abort(), [])

  function cancel() {
    current.current?.abort()
    upload.reset()
  }
  function send(file: File) {
    cancel()
    current.current = new AbortController()
    upload.mutate({ file, signal: current.current.signal })
  }
  return { upload, sent, send, cancel }
}
