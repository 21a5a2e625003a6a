import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('every problem of the environment is reported at once, in plain words', () => {
  const { status, stderr } = start({
    PORT: '99999.5',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'ftp://x',
    LOG_LEVEL: 'loud',
  })

  expect(status).toBe(1)
  expect(stderr).toBe(`Nightdesk cannot start. Please correct the environment:
  PORT must be a whole number from 1 to 65535
  DATABASE_URL must begin with postgresql://
  SITE_URL must be an address such as https://example.org
  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent
`)
})

function start(env: NodeJS.ProcessEnv) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  return spawnSync(process.execPath, [main, 'start'], { env: { ...process.env, ...env }, encoding: 'utf8' })
}
