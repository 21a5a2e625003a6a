import { type Import, refuseImport } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { upload } from '../../upload.ts'

const UPLOAD_FAILED = 'The file could not be sent. Please try again.'

const BUSY_OR_FULL = [429, 503]

interface Sending {
  file: File
  signal: AbortSignal
}

/** Sends a file and opens its import. Leaving the page aborts it. */
export function useImportUpload() {
  const navigate = useNavigate()
  const utils = api.useUtils()
  const [sent, setSent] = useState(0)
  const current = useRef<AbortController>(null)
  const { mutate, reset, isPending, error, variables } = useMutation<Import, Error, Sending>({
    mutationFn: ({ file, signal }) => send(file, { onProgress: setSent, signal }),
    onMutate: () => setSent(0),
    async onSuccess({ id }) {
      void utils.imports.list.invalidate()
      await navigate(paths.admin.import(id))
    },
  })
  useEffect(() => () => current.current?.abort(), [])
  useBeforeUnload((event) => isPending && event.preventDefault())

  return {
    sent,
    isPending,
    error,
    file: variables?.file,
    start(file: File) {
      current.current = new AbortController()
      mutate({ file, signal: current.current.signal })
    },
    cancel() {
      current.current?.abort()
      reset()
    },
  }
}

function send(file: File, options: { onProgress(sent: number): void; signal: AbortSignal }): Promise<Import> {
  const refusal = refuseImport(file)
  if (refusal) return Promise.reject(new Error(refusal))
  return upload({ path: '/admin/imports', file, failure: UPLOAD_FAILED, explained: BUSY_OR_FULL, ...options })
}
