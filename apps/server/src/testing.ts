import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Block, contract, type Feature, type SignedIn } from '@nightdesk/contracts'
import { type Database, type Db, verifyPassword } from '@nightdesk/db'
import { createTestDb, NOON } from '@nightdesk/db/testing'
import { newKey } from '@nightdesk/storage'
import { hash, needsRehash } from 'argon2'
import type { FastifyInstance } from 'fastify'
import {
  type DatabaseConnection,
  type Insertable,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
} from 'kysely'
import { afterAll, expect } from 'vitest'
import type { z } from 'zod'
import { createPasswords } from './accounts/passwords.ts'
import { openSession } from './accounts/sessions.ts'
import { createApp } from './app.ts'
import { endpointsOf } from './calls/endpoints.ts'
import type { Context, CurrentUser, Dependencies } from './context.ts'
import { createDependencies } from './context.ts'
import { readEnv } from './env.ts'
import { call } from './handlers.ts'
import { createLog } from './log.ts'
import { builtWeb } from './pages/web.ts'

const directory = await mkdtemp(join(tmpdir(), 'nightdesk-server-'))
export const connection = await createTestDb()
export const log = createLog('silent')

export const { db, pool, url, owner_url } = connection
/** Hashes of passwords are argon2id, as those of a site, but take a hundredth of the time: `createPasswords` makes the real ones. */
const QUICK = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
const { shedding, ...others } = await createDependencies(testEnv(), connection, log)
export const dependencies: Dependencies = {
  ...others,
  shedding,
  passwords: {
    ...createPasswords(shedding, { hash: (password) => hash(password, QUICK), verify: verifyPassword }),
    isOutdated: (hash) => needsRehash(hash, QUICK),
  },
}

afterAll(async () => {
  await connection.close()
  await rm(directory, { recursive: true, force: true })
})

export function testEnv(overrides: Record<string, string> = {}) {
  const own = { DATABASE_URL: connection.url, DATA_DIR: directory, SITE_TIMEZONE: NOON }
  return readEnv({ NODE_ENV: 'test', ...own, ...overrides })
}

export async function testApp(overrides: Partial<Dependencies> = {}, ownLog = log): Promise<FastifyInstance> {
  const app = await createApp({
    dependencies: { ...dependencies, ...overrides },
    web: await builtWeb(),
    log: ownLog,
  })
  afterAll(() => app.close())
  return app
}

export function contextOf(user: CurrentUser | null, overrides: Partial<Context> = {}): Context {
  const now = new Date().toISOString()
  const session = user && {
    id: randomBytes(32),
    user,
    last_seen_at: now,
    is_confirmed: true,
    must_enrol: false,
    key: null,
  }
  const caller = {
    request_id: randomUUID(),
    ip_prefix: '192.0.2.1',
    user_agent: 'Firefox',
    headers: {},
    log,
  }
  return { ...dependencies, ...caller, session, checkAnswer: (answer) => answer, ...overrides }
}

type Calls<F extends Feature> = {
  [N in keyof F]: (input: z.input<F[N]['input']>) => Promise<z.output<F[N]['output']>>
}
type Api = { [F in keyof typeof contract]: Calls<(typeof contract)[F]> }

/** The API in process: the same access checks, parsing and SQL as over HTTP. */
export function createCaller(ctx: Context, run = call): Api {
  const api: Record<string, Record<string, (input: unknown) => Promise<unknown>>> = {}
  for (const { path, feature, name } of endpointsOf(contract))
    api[feature] = { ...api[feature], [name]: (input) => run(path, ctx, input) }
  return api as Api // the calls of its rows
}

export const as = (user: CurrentUser | null) => createCaller(contextOf(user))

/** Of a random password that nobody knows. */
const SOME_HASH = await dependencies.passwords.hash(randomUUID())

export const createUser = (values: Partial<Insertable<Database['users']>> = {}) =>
  db
    .insertInto('users')
    .values({
      username: `${randomUUID()}@example.org`,
      full_name: 'Ada',
      role: 'editor',
      password_hash: SOME_HASH,
      ...values,
    })
    .returning(['id', 'username', 'full_name', 'role'])
    .executeTakeFirstOrThrow()

/** Signs in without a password. {@link SignedIn.token} works like any other. */
export const signIn = (user: CurrentUser, overrides: Partial<Context> = {}): Promise<SignedIn> =>
  db.transaction().execute((tx) => openSession(tx, contextOf(user, overrides), user))

export const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** The row of a stored picture, without its bytes. */
export async function createImage(uploaded_by: number | null = null) {
  const filename = newKey('png')
  await db.insertInto('stored_objects').values({ key: filename, bytes: 1 }).execute()
  return db
    .insertInto('images')
    .values({
      filename,
      content_type: 'image/png',
      width: 1,
      height: 1,
      bytes: 1,
      sha256: randomBytes(32),
      uploaded_by,
    })
    .returning(['id', 'filename'])
    .executeTakeFirstOrThrow()
}

/** Copies of an image, whose files have no bytes. @returns them as the API shows them */
export async function addVariants(image_id: number) {
  const variants = [
    { format: 'avif' as const, width: 480 },
    { format: 'avif' as const, width: 960 },
    { format: 'webp' as const, width: 480 },
  ].map((variant) => ({ ...variant, filename: newKey(variant.format) }))
  const objects = variants.map(({ filename }) => ({ key: filename, bytes: 1 }))
  await db.insertInto('stored_objects').values(objects).execute()
  const rows = variants.map((variant) => ({ image_id, height: 1, ...variant }))
  await db.insertInto('image_variants').values(rows).execute()
  return variants.map(({ filename, ...variant }) => ({ url: `/api/uploads/${filename}`, ...variant }))
}

/** Resolves when this many statements wait for locks. */
export const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length
    })
    .toBe(count)

export const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

export async function createArticle(author?: CurrentUser, content = [paragraph('Once upon a time.')]) {
  return as(author ?? (await createUser())).articles.create({ title: 'A story', content })
}

export async function createPublished(author?: CurrentUser, content?: Block[]) {
  const writer = author ?? (await createUser())
  const { id } = await createArticle(writer, content)
  return as(writer).articles.publish({ id })
}

/** A database that commits and disconnects before it answers. */
export function losingAnswers(): Db {
  class Driver extends PostgresDriver {
    override async commitTransaction(connection: DatabaseConnection) {
      await super.commitTransaction(connection)
      throw new Error('Connection terminated unexpectedly')
    }
  }
  class Dialect extends PostgresDialect {
    override createDriver = () => new Driver({ pool })
  }
  return new Kysely({ dialect: new Dialect({ pool }) })
}
