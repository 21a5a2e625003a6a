import { type ReadonlySignal, type Signal, signal } from '@lexical/extension'
import { refuseImage } from '@nightdesk/contracts'
import type { LexicalEditor } from 'lexical'

/** The keys of a stored image in its block; `width` and `height` in pixels. */
export interface StoredImage {
  filename: string
  width: number
  height: number
}

/**
 * Stores a file. Calls `onProgress` with the sent part, 0 to 1. Rejects with an error whose message is shown to the writer,
 * or when `signal` is aborted.
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

const queues = new WeakMap<LexicalEditor, UploadQueue>()

export function uploadQueueOf(editor: LexicalEditor): UploadQueue {
  const queue = queues.get(editor) ?? new UploadQueue()
  queues.set(editor, queue)
  return queue
}

/** The server decodes at most two images at a time, so more uploads would only be slower. */
const IN_FLIGHT = 2

export class UploadQueue {
  readonly #uploads = new Map<string, Entry>()
  readonly #settled = signal<Upload | undefined>(undefined)
  readonly #pending = signal(0)
  readonly #refusals = signal<readonly string[]>([])
  #store: UploadImage | undefined
  #added = 0

  /** The upload that was stored or failed last. */
  readonly settled: ReadonlySignal<Upload | undefined> = this.#settled
  /** How many files are in the text without being stored: waiting, being sent, or failed. */
  readonly pending: ReadonlySignal<number> = this.#pending
  /** Why some of the files that were last added are refused, a sentence for each. */
  readonly refusals: ReadonlySignal<readonly string[]> = this.#refusals

  get(id: string): Upload | undefined {
    return this.#uploads.get(id)
  }

  /** Takes the files that are images and small enough. Nothing is sent before the caller returns. */
  add(files: readonly File[]): Upload[] {
    this.#refusals.value = files.flatMap((file) => {
      const refusal = refuseImage(file)
      return refusal ? [`${file.name}: ${refusal}`] : []
    })
    queueMicrotask(() => this.#update())
    return files.filter((file) => !refuseImage(file)).map((file) => this.#enqueue(file))
  }

  forgetRefusals(): void {
    this.#refusals.value = []
  }

  retry(id: string): void {
    const entry = this.#uploads.get(id)
    if (entry?.progress.peek().state !== 'failed') return
    entry.progress.value = { state: 'waiting' }
    this.#update()
  }

  /** Ends an upload for good. A stored one stays in the queue, because undo may bring its image back. */
  cancel(id: string): void {
    const entry = this.#uploads.get(id)
    if (!entry || entry.progress.peek().state === 'stored') return
    this.#drop(entry)
    this.#update()
  }

  /** Sets where files are sent. @returns a function that cancels all uploads that are not stored */
  connect(store: UploadImage): () => void {
    this.#store = store
    this.#update()
    return () => {
      this.#store = undefined
      for (const entry of this.#uploads.values())
        if (entry.progress.peek().state !== 'stored') this.#drop(entry)
      this.#update()
    }
  }

  #inState(state: Progress['state']): Entry[] {
    return [...this.#uploads.values()].filter(({ progress }) => progress.peek().state === state)
  }

  #update(): void {
    this.#pending.value = this.#uploads.size - this.#inState('stored').length
    if (!this.#store) return
    const free = IN_FLIGHT - this.#inState('sending').length
    for (const entry of this.#inState('waiting').slice(0, Math.max(0, free)))
      void this.#send(entry, this.#store)
  }

  async #send(entry: Entry, store: UploadImage): Promise<void> {
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
    this.#update()
    this.#settled.value = entry
  }

  #enqueue(file: File): Upload {
    const entry: Entry = {
      id: String(this.#added++),
      file,
      preview: URL.createObjectURL(file),
      progress: signal<Progress>({ state: 'waiting' }),
    }
    this.#uploads.set(entry.id, entry)
    return entry
  }

  #drop({ id, preview, abort }: Entry): void {
    abort?.abort()
    URL.revokeObjectURL(preview)
    this.#uploads.delete(id)
  }
}
