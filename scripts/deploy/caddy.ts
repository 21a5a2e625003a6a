import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { type Process, startProcess } from '../process.ts'
import { until } from '../until.ts'
import { DEPLOY } from './files.ts'

const START_LIMIT = 90_000

/**
 * Starts Debian’s Caddy with the Caddyfile of `deploy/`. From then on, this process trusts the authority that signed its
 * certificate.
 * @param home where it stores certificates
 * @param env its settings: SITE_HOST, which is localhost with a port, and SERVERS
 */
export async function startCaddy(home: string, env: Record<string, string>): Promise<Process> {
  const { SITE_HOST = '' } = env
  const caddy = startProcess(['caddy', 'run', '--config', `${DEPLOY}/Caddyfile`, '--adapter', 'caddyfile'], {
    cwd: home,
    env: {
      ...env,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      HTTP_PORT: String(await freePort()),
      HTTPS_PORT: new URL(`https://${SITE_HOST}`).port,
    },
  })
  await trustAuthority(join(home, 'caddy/pki/authorities/local/root.crt'), caddy).catch(async (error) => {
    await caddy[Symbol.asyncDispose]()
    throw error
  })
  return caddy
}

async function trustAuthority(file: string, { hasExited, output }: Process): Promise<void> {
  const read = () => readFile(file, 'utf8').catch(() => '') // not made yet
  await until('Caddy has a certificate', START_LIMIT, async () => {
    if (hasExited()) throw new Error(`Caddy ended:\n${output()}`)
    return (await read()) !== ''
  })
  setDefaultCACertificates([...getCACertificates('default'), await read()])
}
