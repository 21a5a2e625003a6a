import { parentPort, workerData } from 'node:worker_threads'
import { isFailed, openSource, readSource } from '../../packages/import/src/index.ts'

// Started by `large-import.ts` as a thread: reads the export in `workerData` and sends the number of its items.

const source = await openSource(workerData as string)
let read = 0
for await (const item of readSource(source)) if (!isFailed(item) && item.words.missing.length === 0) read++
parentPort?.postMessage(read)
