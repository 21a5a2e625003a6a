import type { UploadedImage } from '@nightdesk/contracts'
import { type MutationKey, useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UploadOptions, uploadImage } from '../../upload.ts'

const SENDING = ['picture of a form']

/** Whether a picture is on its way. A form that is saved meanwhile would lack it. */
export const useIsSendingPicture = () => useIsMutating({ mutationKey: SENDING }) > 0

export const useImageUpload = (onUploaded: (image: UploadedImage) => void) =>
  useUpload(uploadImage, onUploaded, SENDING)

interface Upload {
  file: File
  signal: AbortSignal
}

/**
 * Uploads one file at a time. Choosing another, cancelling and leaving the screen abort the upload.
 * @param onUploaded may throw an error, which is that of the upload
 */
export function useUpload<Data>(
  sendFile: (file: File, options: UploadOptions) => Promise<Data>,
  onUploaded: (data: Data) => unknown,
  mutationKey?: MutationKey,
) {
  /** The fraction that was sent. */
  const [sent, setSent] = useState(0)
  const current = useRef<AbortController>(null)
  const upload = useMutation<Data, Error, Upload>({
    mutationKey,
    mutationFn: ({ file, signal }) => sendFile(file, { onProgress: setSent, signal }),
    onMutate: () => setSent(0),
    onSuccess: (data, { signal }) => signal.aborted || onUploaded(data),
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
