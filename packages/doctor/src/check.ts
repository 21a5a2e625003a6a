import { backupPlan, explain, type PlanSettings, type Settings } from '@nightdesk/config'
import type { Check } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'

export type Finding = Omit<Check, 'name'>

/** @returns null when it cannot be known here */
export type CheckOf<Of = Subject> = (subject: Of) => Promise<Finding | null>

/** It works. */
export const fine = (detail: string): Finding => ({ is_fine: true, detail, advice: null })

/** It works, and could be better. */
export const hint = (detail: string, advice: string): Finding => ({ is_fine: true, detail, advice })

/** It does not work. */
export const fault = (detail: string, advice: string): Finding => ({ is_fine: false, detail, advice })

/** A site to examine, as one of its programs or the command line sees it. */
export interface Subject {
  db: Db
  storage: Pick<Store, 'put' | 'get' | 'delete'>
  settings: HealthSettings
  /** What a server has seen of proxies. The command line has seen none. */
  proxies?: { untrusted(): string | null }
}

/** A site whose database cannot be used. */
export type SubjectWithoutDatabase = Omit<Subject, 'db'>

type Env = PlanSettings & Pick<Settings, 'CDN_PURGE_URL' | 'JWT_SECRET' | 'SMTP_URL' | 'STORAGE_LIMIT_BYTES'>

export type HealthSettings = ReturnType<typeof healthSettings>

/** The settings that the checks look at. @param url the address of the site */
export const healthSettings = (env: Env, url: string) => ({
  url,
  data_dir: env.DATA_DIR,
  /** Whether the key that signs tokens is a setting. Otherwise it is a file in the data directory. */
  has_secret: env.JWT_SECRET !== undefined,
  /** Bytes that the storage may hold; 0 for no limit. */
  storage_limit: env.STORAGE_LIMIT_BYTES,
  smtp_url: env.SMTP_URL,
  has_cdn: env.CDN_PURGE_URL !== undefined,
  backups: backupPlan(env),
})

/** The reason why a check could not be carried out, in a sentence. */
export type Explain<Name> = (error: unknown, name: Name) => string

/** Carries out checks in parallel, and leaves out what cannot be known here. @param names by default all of them */
export async function carryOut<Name extends string, Of>(
  checks: { [Key in Name]: CheckOf<Of> },
  subject: Of,
  names: readonly NoInfer<Name>[] = namesOf(checks),
  reasonOf: Explain<Name> = explain,
): Promise<(Finding & { name: Name })[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        const finding = await checks[name](subject)
        return finding ? [{ name, ...finding }] : []
      } catch (error) {
        return [{ name, ...fault('It could not be reached.', reasonOf(error, name)) }]
      }
    }),
  )
  return found.flat()
}

/** What Object.keys loses. */
export const namesOf = <Name extends string>(record: { [Key in Name]: unknown }) =>
  Object.keys(record) as Name[]

/** Whole milliseconds since a moment of `performance.now()`, at least one. */
export const milliseconds = (begun: number) => Math.max(1, Math.round(performance.now() - begun))

/** Whether only this machine reaches the host of an address, so that nothing is sent over a network. */
export const isLocal = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
