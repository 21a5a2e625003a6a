import type { Plugin } from 'vitest/config'

const HELPER = /\/testing[\w-]*\.ts$/
const TEST = /\.test\.tsx?$/

/**
 * Gives every test file its own copy of the helpers in `testing.ts`, as they hold its database and its accounts. The modules of
 * the product are loaded once for all test files of a process.
 */
export function ownHelpers(): Plugin {
  return {
    name: 'own-helpers',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const [file = '', owner = TEST.test(file) ? file : undefined] = importer?.split('?of=') ?? []
      if (!owner) return
      const found = await this.resolve(source, file, { ...options, skipSelf: true })
      return found && HELPER.test(found.id) ? { ...found, id: `${found.id}?of=${owner}` } : found
    },
  }
}
