import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

/** The checkout, without a slash at the end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const DEPLOY = `${ROOT}/deploy`

export const readDeployFile = (path: string): Promise<string> => readFile(`${DEPLOY}/${path}`, 'utf8')

/** The parts of a service that the tests use. */
export interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  volumes?: string[]
}

export interface ComposeFile {
  services: Record<string, Service>
}

/** The compose file, valid by the schema of compose files, with its `${VARIABLES}` as they are. */
export async function readCompose(): Promise<ComposeFile> {
  return parse(await readDeployFile('compose.yaml'), { merge: true })
}

interface Container {
  name: string
  command?: string[]
  envFrom?: { secretRef?: { name: string } }[]
  securityContext?: object
  readinessProbe?: { periodSeconds?: number; failureThreshold?: number }
}

/** A manifest of Kubernetes. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: { template?: { spec?: { containers: Container[]; terminationGracePeriodSeconds?: number } } }
}

export async function readManifests(): Promise<Manifest[]> {
  const documents = parseAllDocuments(await readDeployFile('kubernetes.yaml'))
  return documents.map((document) => {
    for (const error of document.errors) throw error
    return document.toJS()
  })
}
