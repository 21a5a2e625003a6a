import { createWriteStream } from 'node:fs'
import { createFolder } from './folder.ts'
import type { ExportTarget } from './target.ts'
import { createZip } from './zip.ts'

/**
 * A zip file if the final name ends with `.zip`, or a folder.
 * @param isPublic whether everybody on the machine may read it, such as a web server
 */
export const openTarget = async (partial: string, path: string, isPublic = false): Promise<ExportTarget> =>
  /\.zip$/i.test(path) ? createZip(createPrivateFile(partial)) : createFolder(partial, isPublic)

/** Only its owner can read it: exports contain drafts. */
const createPrivateFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
