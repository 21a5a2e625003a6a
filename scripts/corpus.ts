import { tortureCorpus } from './torture/corpus.ts'

// `CORPUS_DIR=folder npm run corpus`: pastes every HTML file below a folder, and those of our own corpus. Exits
// with 1 when a visible word is lost or something unsafe is pasted. Part of `npm run torture`.

const report = await tortureCorpus(process.env.CORPUS_DIR, 0)
for (const line of report.lines) console.log(line)
for (const problem of report.problems) console.error(problem)
process.exitCode = report.problems.length === 0 ? 0 : 1
