import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('runtime dependencies are listed with their licences, development dependencies are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'))
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'sbom.ts'), folder])
  const bom: unknown = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'))
  const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
  await rm(folder, { recursive: true })

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
