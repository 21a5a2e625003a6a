import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './temporary-directory.ts'

test('runtime dependencies are listed with their licences, development dependencies are not', async () => {
  await using folder = await temporaryDirectory('sbom')
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'sbom.ts'), folder.path])
  const bom: unknown = JSON.parse(await readFile(join(folder.path, 'sbom.cdx.json'), 'utf8'))
  const licences = await readFile(join(folder.path, 'licences.txt'), 'utf8')

  const mit = [{ license: { id: 'MIT' } }]
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'nightdesk' } } })
  for (const name of ['fastify', 'react']) {
    expect(bom).toHaveProperty(
      'components',
      expect.arrayContaining([expect.objectContaining({ name, licenses: mit })]),
    )
    expect(licences).toMatch(new RegExp(`^${name}@[\\d.]+: MIT\\n\\n.*MIT License`, 'ms'))
  }
  expect(bom).not.toHaveProperty(
    'components',
    expect.arrayContaining([expect.objectContaining({ name: 'vitest' })]),
  )
  expect(licences).not.toMatch(/^(vitest@|@nightdesk\/)/m)
})
