import { fork } from 'node:child_process'
import { type Source, type SourceEntry, SourceError } from './model.ts'

export { SourceError }

/** The source with entries that say when they are read, and those that could not be read as failures. */
type Guard = (source: Source) => Source

interface Question {
  request: object
  /** Why entries of the source are not read, by their numbers in its order. */
  failures: Readonly<Record<number, string>>
}

interface Progress {
  done: number
  total: number
}

/** What a process says: that it lives, which entry it reads, how far it is, or its answer. */
interface Message {
  /** Null between two entries. */
  entry?: number | null
  progress?: Progress
  reply?: { value?: unknown; unreadable?: string; error?: { message: string; code?: unknown } }
}

interface Options {
  /** Megabytes of old objects, of one process after another; 0 for the limit of Node. */
  heaps: readonly number[]
  env?: NodeJS.ProcessEnv
  signal?: AbortSignal
  /** Asked every two seconds. Once it is false, the process is killed. */
  isWanted?: () => Promise<boolean>
  onProgress?: (progress: Progress) => void
}

/** Megabytes of each half of the young objects. */
const SEMI_SPACE = 8
const TICK_MS = 2_000
/** A process that is silent for a minute is in a text whose conversion does not end. Waiting for a disk is no silence. */
const SILENT_TICKS = 30
/** After more of them the file is given up. */
const MAX_FAILURES = 20
const BEAT_MS = 1_000

const SENTENCES = {
  time: {
    entry: 'It was left out because reading it took more than a minute.',
    file: 'Reading the file takes too long. Split it into smaller ones.',
  },
  memory: {
    entry: 'It was left out because reading it takes more memory than an import may use.',
    file: 'The file takes more memory to read than an import may use. Split it into smaller ones.',
  },
}

/**
 * Asks a script that calls {@link answerReading}, in a process of its own, which ends with this one. An entry that takes too long or
 * too much memory becomes a failure, and the script is asked again without it.
 *
 * @returns undefined once the answer is not wanted any more
 * @throws SourceError when the file cannot be read, or any error of the script
 */
export async function askReading<Reply>(
  script: URL,
  request: object,
  options: Options,
): Promise<Reply | undefined> {
  const failures: Record<number, string> = {}
  let heap = 0
  for (;;) {
    const end = await askProcess(
      script,
      { request, failures },
      { ...options, heap: options.heaps[heap] ?? 0 },
    )
    if (end === 'unwanted') return undefined
    if ('reply' in end) return resultOf(end.reply) as Reply // the type of the script
    const { entry, lacks } = end
    if (lacks === 'memory' && heap + 1 < options.heaps.length) heap++
    else if (entry === null || Object.keys(failures).length >= MAX_FAILURES)
      throw new SourceError(SENTENCES[lacks].file)
    else failures[entry] = SENTENCES[lacks].entry
  }
}

function resultOf({ value, unreadable, error }: NonNullable<Message['reply']>): unknown {
  if (unreadable !== undefined) throw new SourceError(unreadable)
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return value
}

type End =
  | { reply: NonNullable<Message['reply']> }
  | { lacks: keyof typeof SENTENCES; entry: number | null }
  | 'unwanted'

async function askProcess(
  script: URL,
  question: Question,
  { heap, env, signal, isWanted = async () => true, onProgress }: Options & { heap: number },
): Promise<End> {
  signal?.throwIfAborted()
  const child = fork(script, {
    ...(env && { env }),
    execArgv: heap === 0 ? [] : [`--max-old-space-size=${heap}`, `--max-semi-space-size=${SEMI_SPACE}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<End>()
  const exited = Promise.withResolvers<void>()
  // A broken channel ends the child too, whose exit is waited for.
  child.on('error', (error) => {
    if (child.pid !== undefined) return
    exited.resolve()
    reject(error)
  })
  let entry: number | null = null
  let silent = 0
  let isStarted = false
  child.on('message', (message: Message) => {
    silent = 0
    if (!isStarted) child.send(question)
    isStarted = true
    if (message.entry !== undefined) entry = message.entry
    if (message.progress) onProgress?.(message.progress)
    if (message.reply) resolve({ reply: message.reply })
  })
  child.once('exit', (code, killedBy) => {
    exited.resolve()
    // V8 aborts the process when its heap is full.
    if (killedBy === 'SIGABRT') resolve({ lacks: 'memory', entry })
    else reject(new Error(`The process of the import ended with ${killedBy ?? code}`))
  })
  let isAsking = false
  // Ticks, as a single long timer would ring before messages are heard when both processes were stopped for a while.
  const ticks = setInterval(async () => {
    if (++silent > SILENT_TICKS && isStarted) resolve({ lacks: 'time', entry })
    if (isAsking) return
    isAsking = true
    // A database that is gone is found by the process, too.
    if (!(await isWanted().catch(() => true))) resolve('unwanted')
    isAsking = false
  }, TICK_MS)
  const stop = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', stop)
  try {
    return await promise
  } finally {
    clearInterval(ticks)
    signal?.removeEventListener('abort', stop)
    stop()
    await exited.promise
  }
}

/** The script of a process that reads a source: answers one question, of {@link askReading}. */
export function answerReading<Request, Reply>(
  answer: (request: Request, guard: Guard, onProgress: (progress: Progress) => void) => Promise<Reply>,
): void {
  const send = (message: Message) => process.send?.(message)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', async ({ request, failures }: Question) => {
    setInterval(send, BEAT_MS, {})
    try {
      // Only the parent asks, and it is typed.
      const value = await answer(request as Request, guardOf(failures, send), (progress) =>
        send({ progress }),
      )
      send({ reply: { value } })
    } catch (error) {
      send({ reply: errorReply(error) })
    }
  })
  send({})
}

function errorReply(error: unknown): NonNullable<Message['reply']> {
  if (error instanceof SourceError) return { unreadable: error.message }
  if (!(error instanceof Error)) return { error: { message: String(error) } }
  return { error: { message: error.message, ...('code' in error && { code: error.code }) } }
}

const guardOf =
  (failures: Question['failures'], send: (message: Message) => void): Guard =>
  (source) => ({
    ...source,
    async *entries() {
      let next = 0
      for await (const entry of source.entries()) {
        const number = next++
        const read: SourceEntry['read'] = (receipt) => {
          send({ entry: number })
          const failure = failures[number]
          if (failure !== undefined) throw new SourceError(failure)
          return entry.read(receipt)
        }
        yield { ...entry, read }
        // Writing it belongs to it, too.
        send({ entry: null })
      }
    },
  })
