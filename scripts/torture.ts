import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tryManyRuns } from '../apps/web/src/admin/articles/saving/testing.ts'
import { tortureConflicts } from './torture/conflicts.ts'
import { describeCorpus, tortureCorpus } from './torture/corpus.ts'
import { tortureMerges } from './torture/merges.ts'
import { tortureSaves } from './torture/saves.ts'
import { tortureTyping } from './torture/typing.ts'
import { tortureViews } from './torture/views.ts'

// `npm run torture`: kills the site while people save, lets them save against each other, kills the page while
// somebody types, lets two windows write in one article, counts a log of views whose truth is known, and pastes
// documents. Ends with 1 when a save or a word is lost, a text silently overwritten, or a figure wrong.

const { values } = parseArgs({
  options: {
    /** Decides what is killed and when; the machine’s own timing stays its own. */
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    kills: { type: 'string', default: '20' },
    saves: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '200' },
    /** Pages that die while somebody types in them. */
    crashes: { type: 'string', default: '100' },
    merges: { type: 'string', default: '50' },
    /** Random runs of the save machine. */
    runs: { type: 'string', default: '10000' },
    views: { type: 'string', default: '100000' },
    documents: { type: 'string', default: '3000' },
  },
})

console.log(`Seed ${values.seed}: the same again with --seed ${values.seed}`)
const saves = await tortureSaves({
  seed: values.seed,
  kills: Number(values.kills),
  saves: Number(values.saves),
})
const kills = Object.entries(saves.kills).map(([kind, times]) => `${kind} ${times}`)
console.log(`Saves acknowledged   ${saves.acknowledged}, unacknowledged ${saves.unacknowledged}`)
console.log(`Killed               ${kills.join(', ')}`)
console.log(`Longest recovery     ${(saves.longestRecovery / 1000).toFixed(1)} s`)
console.log(`Lost or wrong        ${saves.problems.length}`)

const conflicts = await tortureConflicts(Number(values.rounds))
console.log(`Rounds of conflict   ${conflicts.rounds}: ${conflicts.refused} refused rightly`)
console.log(`One author alone     ${conflicts.alone} saves`)
console.log(`Silent or false      ${conflicts.problems.length}`)

const views = await tortureViews({ seed: values.seed, requests: Number(values.views) })
console.log(`Views attempted      ${views.requests}, counted ${views.counted}`)
console.log(`Wrong figures        ${views.problems.length}`)

// Other people’s documents are tried too: CORPUS_DIR names a folder of HTML files.
const corpus = await tortureCorpus(process.env.CORPUS_DIR, Number(values.documents))
for (const line of describeCorpus(corpus)) console.log(line)

const typing = await tortureTyping({ kills: Number(values.crashes), seed: values.seed })
console.log(
  `Pages killed         ${typing.kills}: at most ${Math.round(typing.longestLoss)} ms of typing lost`,
)

const merges = await tortureMerges({ rounds: Number(values.merges), seed: values.seed })
console.log(`Texts merged         ${merges.rounds}, ${merges.chosen} of them by choice`)
console.log(`Words lost           ${merges.problems.length}`)

// Throws with the shortest run that breaks a promise.
tryManyRuns(Number(values.runs))
console.log(`Save machine         ${values.runs} random runs`)

const reports = [saves, conflicts, views, corpus, typing, merges]
const problems = reports.flatMap((report) => report.problems)
for (const problem of problems.slice(0, 20)) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
