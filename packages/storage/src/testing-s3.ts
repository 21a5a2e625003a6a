import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { S3Options } from './s3.ts'
import { freePort } from './testing-port.ts'

const run = promisify(execFile)

const PARTS = ['account', 'container', 'object'] as const
const ACCESS_KEY = 'nightdesk:tester'
const SECRET_KEY = 'a-secret-that-is-checked'
const START_TIMEOUT_MS = 90_000

/** A real S3 server that checks signatures: OpenStack Swift with its S3 interface, as Debian packages it. */
export interface S3Server extends AsyncDisposable {
  /** Its address and keys. The bucket does not exist yet. */
  options: S3Options
  /** Stops the proxy server; objects stay. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Why no server can be started here, or null. `.ci/run` installs the packages. */
export async function missingS3Server(): Promise<string | null> {
  const found = await run('swift-ring-builder', []).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  return found
    ? null
    : 'Swift is not installed: apt-get install swift-proxy swift-account swift-container swift-object'
}

/** Starts a server on free ports. Its data directory is deleted with it. */
export async function startS3Server(): Promise<S3Server> {
  const home = await mkdtemp(join(tmpdir(), 'nightdesk-s3-'))
  const running = new AsyncDisposableStack()
  running.defer(() => rm(home, { recursive: true, force: true }))
  await mkdir(join(home, 'disk'))
  await writeFile(join(home, 'swift.conf'), SWIFT)
  await Promise.all(
    PARTS.map(async (part) => {
      const port = await freePort()
      await makeRing(home, part, port)
      await writeFile(join(home, `${part}.conf`), storageConfig(home, part, port))
      running.use(serve(home, part))
      // The proxy server answers 503 while it finds no other.
      await untilAnswering(`http://127.0.0.1:${port}/`)
    }),
  )
  const port = await freePort()
  await writeFile(join(home, 'proxy.conf'), proxyConfig(home, port))
  let proxy: AsyncDisposable | undefined
  const server = {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'night-desk',
      accessKey: ACCESS_KEY,
      secretKey: SECRET_KEY,
    },
    async start() {
      proxy = serve(home, 'proxy')
      await untilAnswering(`http://127.0.0.1:${port}/healthcheck`)
    },
    async stop() {
      await proxy?.[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await running.disposeAsync()
    },
  }
  await server.start()
  return server
}

/** The rings, which map objects to devices: here, to a single one. */
async function makeRing(home: string, part: string, port: number) {
  const ring = (...args: string[]) => run('swift-ring-builder', [`${part}.builder`, ...args], { cwd: home })
  await ring('create', '4', '1', '1')
  await ring('add', `r1z1-127.0.0.1:${port}/disk`, '1')
  await ring('rebalance')
}

function serve(home: string, part: string): AsyncDisposable {
  const child = spawn(`swift-${part}-server`, [join(home, `${part}.conf`)], { stdio: 'ignore' })
  return { [Symbol.asyncDispose]: () => end(child) }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function untilAnswering(url: string) {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return
    await delay(100)
  }
  throw new Error(`The S3 server did not answer at ${url} within ${START_TIMEOUT_MS} ms`)
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = nightdesk
swift_hash_path_prefix = nightdesk
[storage-policy:0]
name = default
default = yes
`

const common = (home: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${home}
workers = 0
log_level = ERROR
`

const storageConfig = (home: string, part: string, port: number) => `${common(home, port)}
devices = ${home}
mount_check = false
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`

/**
 * Swift requires a cache in its configuration but works without: nothing listens at this address. A slow part is not excluded,
 * since there is no other.
 */
const proxyConfig = (home: string, port: number) => `${common(home, port)}
[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${SECRET_KEY} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
