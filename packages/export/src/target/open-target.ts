import { createFolder } from './folder.ts'
import type { ExportTarget } from './target.ts'
import { createZip } from './zip.ts'

/**
 * A zip file if the final name ends with `.zip`, or a folder.
 * @param isPublic whether everybody on the machine may read it, such as a web server
 */
export const openTarget = async (partial: string, path: string, isPublic = false): Promise<ExportTarget> =>
  /\.zip$/i.test(path) ? createZip(partial) : createFolder(partial, isPublic)
