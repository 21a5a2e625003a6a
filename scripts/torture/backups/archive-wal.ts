// Archives once, as the job of the worker does, for the torture to kill it: `archive-wal.ts URL DIRECTORY`.
import { archiveWal } from '../../../packages/backup/src/wal/collect.ts'

const [url = '', directory = ''] = process.argv.slice(2)
await archiveWal(url, directory)
