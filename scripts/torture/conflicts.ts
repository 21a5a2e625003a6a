import type { Block } from '../../packages/contracts/src/index.ts'
import { startStack } from '../stack.ts'
import { type Admin, type Api, expectSuccess, signIn } from './api.ts'

export interface ConflictsReport {
  rounds: number
  /** Saves that were rightly refused with a conflict. */
  refused: number
  /** Saves of an author without competitors. */
  alone: number
  /** Sentences; empty when every round had exactly one winner and the single author had no conflict. */
  problems: string[]
}

const RIVALS = 5
const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'everyone at the same time' }

/** Runs rounds in which several people save from the same version, and saves of a single author between them. */
export async function tortureConflicts(rounds: number): Promise<ConflictsReport> {
  const env = {
    DATABASE_URL: '',
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  }
  await using stack = await startStack({ env })
  const api = await signIn(stack.url, ADMIN)
  const { article } = await expectSuccess(api.create('Contested', text('The first text')))
  const report: ConflictsReport = { rounds, refused: 0, alone: 0, problems: [] }
  let version = article.version_number
  for (let round = 0; round < rounds; round++) {
    version = await contest(api, article.id, version, round, report)
    version = await writeAlone(api, article.id, version, round, report)
  }
  return report
}

/** @returns the winning version */
async function contest(api: Api, id: number, base_version: number, round: number, report: ConflictsReport) {
  const sent = Array.from({ length: RIVALS }, (_, rival) => text(`Round ${round}, rival ${rival}`))
  const answers = await Promise.all(sent.map((content) => api.save(id, { content, base_version })))
  const winners = sent.filter((_, rival) => answers[rival]?.status === 200)
  const refused = answers.filter(({ status }) => status === 409).length
  const current = await expectSuccess(api.read(id))
  if (winners.length !== 1 || refused !== RIVALS - 1)
    report.problems.push(`round ${round}: answered with ${answers.map(({ status }) => status).join(', ')}`)
  if (JSON.stringify(current.content) !== JSON.stringify(winners[0]))
    report.problems.push(`round ${round}: the current text is not the winner’s`)
  report.refused += refused
  return current.version_number
}

/**
 * Saves, publishes, saves, unpublishes and saves, each from the version of the previous answer. Sends the last save
 * twice, as after a lost answer.
 */
async function writeAlone(
  api: Api,
  id: number,
  base_version: number,
  round: number,
  report: ConflictsReport,
) {
  let version = base_version
  const save = async (content: Block[], base_version: number) => {
    const { status, body } = await api.save(id, { content, base_version })
    report.alone++
    if (status === 200) version = body.article.version_number
    else report.problems.push(`round ${round}: a single author was answered with ${status}`)
  }
  for (const move of ['publish', 'draft'] as const) {
    await save(text(`Round ${round}, alone, before ${move}`), version)
    await expectSuccess(api.move(id, move))
  }
  const base = version
  const last = text(`Round ${round}, alone, sent twice`)
  await save(last, base)
  await save(last, base)
  return version
}

const text = (words: string) => [{ type: 'paragraph', children: [{ text: words }] }]
