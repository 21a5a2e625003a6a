import { paragraph, type Session, save, signIn } from '../api.ts'
import { ADMIN, startStack } from '../stack.ts'

const RIVALS = 5

interface Contest {
  session: Session
  id: number
  /** The current one. */
  version: number
  /** Saves that were rightly refused with a conflict. */
  refused: number
  /** Saves of an author without competitors. */
  alone: number
  problems: string[]
}

/** Runs rounds in which several people save from the same version, and saves of a single author between them. */
export async function tortureConflicts(rounds: number) {
  await using stack = await startStack({ admin: ADMIN })
  const session = await signIn(stack.url)
  const first = { title: 'Contested', content: [paragraph('The first text')] }
  const { id, version_number: version } = await session.client.articles.create.mutate(first)
  const contest: Contest = { session, id, version, refused: 0, alone: 0, problems: [] }
  for (let round = 0; round < rounds; round++) {
    await saveTogether(contest, `Round ${round}`)
    await saveAlone(contest, `Round ${round}`)
  }
  const lines = [
    `Rounds of conflict   ${rounds}: ${contest.refused} refused rightly`,
    `One author alone     ${contest.alone} saves`,
  ]
  return { ...contest, lines }
}

async function saveTogether(contest: Contest, round: string): Promise<void> {
  const { session, id, version: base_version, problems } = contest
  const sent = Array.from({ length: RIVALS }, (_, rival) => [paragraph(`${round}, rival ${rival}`)])
  const answers = await Promise.all(sent.map((content) => save(session, id, { content, base_version })))
  const winners = sent.filter((_, rival) => answers[rival]?.status === 200)
  const refused = answers.filter(({ status }) => status === 409).length
  const current = await session.client.articles.get.query({ id })
  if (winners.length !== 1 || refused !== RIVALS - 1)
    problems.push(`${round}: answered with ${answers.map(({ status }) => status).join(', ')}`)
  if (JSON.stringify(current.content) !== JSON.stringify(winners[0]))
    problems.push(`${round}: the current text is not the winner’s`)
  contest.refused += refused
  contest.version = current.version_number
}

/**
 * Saves, publishes, saves, unpublishes and saves, each from the version of the previous answer. Sends the last save
 * twice, as after a lost answer.
 */
async function saveAlone(contest: Contest, round: string): Promise<void> {
  const { session, id, problems } = contest
  const { articles } = session.client
  const saveText = async (text: string, base_version: number) => {
    const { status, body } = await save(session, id, { content: [paragraph(text)], base_version })
    contest.alone++
    if (status === 200) contest.version = body.article.version_number
    else problems.push(`${round}: a single author was answered with ${status}`)
  }
  for (const move of ['publish', 'unpublish'] as const) {
    await saveText(`${round}, alone, before ${move}`, contest.version)
    await articles[move].mutate({ id })
  }
  const base = contest.version
  await saveText(`${round}, alone, sent twice`, base)
  await saveText(`${round}, alone, sent twice`, base)
}
