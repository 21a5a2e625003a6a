import { type ReadonlySignal, type Signal, signal } from '@lexical/extension'
import { refuseImage } from '@nightdesk/contracts'

/** What of a stored image its block keeps: `width` and `height` in pixels. */
export interface StoredImage {
  filename: string
  width: number
  height: number
}

/**
 * Stores a file. `onProgress` is told the part that is sent, 0 to 1. Rejects with an error whose message is for
 * a person, or when `signal` is aborted.
 */
export type UploadImage = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<StoredImage>

export type Progress =
  | { state: 'waiting' }
  | { state: 'sending'; sent: number }
  | { state: 'failed'; message: string }
  | { state: 'stored'; image: StoredImage }

export interface Upload {
  readonly id: string
  readonly file: File
  /** Object URL of the file, until it is stored or cancelled. */
  readonly preview: string
  readonly progress: ReadonlySignal<Progress>
}

interface Entry extends Upload {
  readonly progress: Signal<Progress>
  abort?: AbortController
}

/** More at once would only make each slower; the server decodes no more than two. */
const IN_FLIGHT = 2

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** Files on their way to the store, two at a time. */
export function createUploadQueue() {
  const uploads = new Map<string, Entry>()
  const settled = signal<Upload | undefined>(undefined)
  const pending = signal(0)
  const refusals = signal<readonly string[]>([])
  let uploadImage: UploadImage | undefined
  let added = 0

  const inState = (state: Progress['state']) =>
    [...uploads.values()].filter(({ progress }) => progress.peek().state === state)

  function update(): void {
    pending.value = uploads.size - inState('stored').length
    if (!uploadImage) return
    const free = IN_FLIGHT - inState('sending').length
    for (const entry of inState('waiting').slice(0, Math.max(0, free))) void send(entry, uploadImage)
  }

  async function send(entry: Entry, store: UploadImage): Promise<void> {
    const abort = new AbortController()
    entry.abort = abort
    const { signal } = abort
    const onProgress = (sent: number) => {
      if (!signal.aborted) entry.progress.value = { state: 'sending', sent }
    }
    onProgress(0)
    const outcome = await store(entry.file, { onProgress, signal }).then(
      (image): Progress => ({ state: 'stored', image }),
      (error: Error): Progress => ({ state: 'failed', message: error.message }),
    )
    if (signal.aborted) return
    if (outcome.state === 'stored') URL.revokeObjectURL(entry.preview)
    entry.progress.value = outcome
    update()
    settled.value = entry
  }

  function add(file: File): Upload {
    const entry: Entry = {
      id: String(added++),
      file,
      preview: URL.createObjectURL(file),
      progress: signal<Progress>({ state: 'waiting' }),
    }
    uploads.set(entry.id, entry)
    return entry
  }

  function drop({ id, preview, abort }: Entry): void {
    abort?.abort()
    URL.revokeObjectURL(preview)
    uploads.delete(id)
  }

  return {
    /** The upload that was stored, or failed, last. */
    settled: settled as ReadonlySignal<Upload | undefined>,
    /** How many files are in the text without being stored: waiting, on their way, or failed. */
    pending: pending as ReadonlySignal<number>,
    /** Why some of the files that were last given are not taken, a sentence for each. */
    refusals: refusals as ReadonlySignal<readonly string[]>,
    get: (id: string): Upload | undefined => uploads.get(id),
    /** Takes the files that are images and small enough. Nothing is sent before the caller returns. */
    add(files: readonly File[]): Upload[] {
      refusals.value = files.flatMap((file) => refuseNamed(file) ?? [])
      queueMicrotask(update)
      return files.filter((file) => !refuseImage(file)).map(add)
    },
    forgetRefusals() {
      refusals.value = []
    },
    retry(id: string): void {
      const entry = uploads.get(id)
      if (entry?.progress.peek().state !== 'failed') return
      entry.progress.value = { state: 'waiting' }
      update()
    },
    /** Ends an upload for good. One that is stored already stays known, for what undo brings back. */
    cancel(id: string): void {
      const entry = uploads.get(id)
      if (!entry || entry.progress.peek().state === 'stored') return
      drop(entry)
      update()
    },
    /** Says where files go; the result ends all that is under way. */
    connect(store: UploadImage): () => void {
      uploadImage = store
      update()
      return () => {
        uploadImage = undefined
        for (const entry of uploads.values()) if (entry.progress.peek().state !== 'stored') drop(entry)
        update()
      }
    },
  }
}

function refuseNamed(file: File): string | undefined {
  const refusal = refuseImage(file)
  return refusal && `${file.name}: ${refusal}`
}
