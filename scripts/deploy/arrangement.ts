import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { startS3Server } from '../../packages/storage/src/testing-s3.ts'
import { type Process, startProcess } from '../process.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { until } from '../until.ts'
import { startCaddy } from './caddy.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { DEPLOY, ROOT, readCompose, readDeployFile, type Service } from './files.ts'

const run = promisify(execFile)
const START_LIMIT = 90_000
/** Milliseconds for Caddy, which asks every second, to see that a server is ready. The systemd unit of a server waits as long. */
export const SEEN = 2_000

/** What the compose file starts, as processes of this machine. */
export interface Arrangement extends AsyncDisposable {
  /** Through Caddy. */
  url: string
  /** What the servers printed. */
  output(): string
  /** Stops a server with SIGTERM, and starts it again until Caddy has seen it. @returns its exit code */
  replace(server: ServerName): Promise<number | null>
  /** Stops Postgres, for good. */
  stopDatabase(): Promise<void>
}

const SERVERS = ['server-1', 'server-2'] as const
export type ServerName = (typeof SERVERS)[number]

/**
 * Starts the services of the compose file by its commands and settings, at ports of 127.0.0.1. From then on, this process
 * trusts the authority that signed Caddy’s certificate.
 */
export async function startArrangement(): Promise<Arrangement> {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const { path: home } = running.use(await temporaryDirectory('arrangement'))
  const { services } = await readCompose()
  const place = await choosePlace(home)
  const [s3, database] = await Promise.all([startS3Server(), startDatabase(place)])
  running.use(database)
  running.use(s3)
  const { endpoint, accessKey, secretKey } = s3.options
  const bucket = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
  const environmentOf = (service: Service) => {
    const given = localise(service, place)
    return given.S3_BUCKET ? { ...given, ...bucket } : given
  }
  const start = async (name: string, own: Record<string, string> = {}) => {
    const service = services[name]!
    const command = service.command ?? (await imageCommand())
    return startProcess(command, { cwd: ROOT, env: { ...place.image, ...environmentOf(service), ...own } })
  }

  const migrate = await start('migrate')
  if ((await migrate.exited) !== 0) throw new Error(`The migration failed:\n${migrate.output()}`)
  const startServer = async (name: ServerName) => {
    const server = await start(name, { PORT: String(place[name]) })
    await untilReady(`http://127.0.0.1:${place[name]}`, server)
    return server
  }
  const servers = new Map<ServerName, Process>()
  running.defer(async () => {
    for (const server of servers.values()) await server[Symbol.asyncDispose]()
  })
  running.use(await start('worker'))
  const caddy = running.use(await startCaddy(home, environmentOf(services.caddy!)))
  await Promise.all(SERVERS.map(async (name) => servers.set(name, await startServer(name))))
  const url = `https://${place.variables.SITE_HOST}`
  await untilReady(url, caddy)
  return {
    url,
    output: () => Array.from(servers.values(), ({ output }) => output()).join(''),
    async replace(name) {
      const code = (await servers.get(name)?.stop()) ?? null
      servers.set(name, await startServer(name))
      await delay(SEEN)
      return code
    },
    stopDatabase: async () => database[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

type Place = Awaited<ReturnType<typeof choosePlace>>

/** Ports in place of the names of services, the file `.env`, and the environment of the image. */
async function choosePlace(home: string) {
  const [postgres, one, two, https] = [await freePort(), await freePort(), await freePort(), await freePort()]
  await mkdir(join(home, 'data'))
  return {
    home,
    postgres,
    'server-1': one,
    'server-2': two,
    variables: {
      SITE_HOST: `localhost:${https}`,
      JWT_SECRET: randomBytes(32).toString('hex'),
      POSTGRES_PASSWORD: randomBytes(8).toString('hex'),
      OWNER_PASSWORD: randomBytes(8).toString('hex'),
      DATABASE_PASSWORD: randomBytes(8).toString('hex'),
      S3_SECRET_KEY: 'that of the S3 server',
    },
    image: { NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: join(home, 'data') },
  }
}

/** The environment of a service, with the addresses that it has here. */
function localise({ environment = {} }: Service, place: Place): Record<string, string> {
  const variables: Record<string, string> = place.variables
  const here: [string, string][] = [
    ['postgres:5432', `127.0.0.1:${place.postgres}`],
    ['server-1:3000', `127.0.0.1:${place['server-1']}`],
    ['server-2:3000', `127.0.0.1:${place['server-2']}`],
    // Where Caddy is.
    ['uniquelocal', 'loopback'],
  ]
  const resolve = (value: string) =>
    here.reduce(
      (text, [there, address]) => text.replaceAll(there, address),
      value.replace(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_, name, fallback) => variables[name] ?? fallback ?? '',
      ),
    )
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, resolve(value)]))
}

/** Runs the script that the image of Postgres runs. */
async function startDatabase({ home, postgres, variables }: Place): Promise<AsyncDisposable> {
  const password = variables.POSTGRES_PASSWORD
  const database = await startDebianPostgres({ home: join(home, 'postgres'), port: postgres, password })
  const server = { PGHOST: '127.0.0.1', PGPORT: String(postgres), PGUSER: 'postgres' }
  await run('bash', [`${DEPLOY}/postgres/create-database.sh`], {
    env: { PATH: process.env.PATH, PGPASSWORD: password, ...server, ...variables },
  })
  return database
}

/** The command of the image. */
async function imageCommand(): Promise<string[]> {
  const dockerfile = await readDeployFile('Dockerfile')
  return JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
}

async function untilReady(url: string, { output, hasExited }: Process): Promise<void> {
  await until(`${url} is ready`, START_LIMIT, async () => {
    if (hasExited()) throw new Error(`It ended:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined) // it does not listen yet
    return answer?.status === 200
  })
}
