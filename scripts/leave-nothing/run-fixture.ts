import { join } from 'node:path'
import { leaveNothing, runTool } from '../leave-nothing.ts'

// A run of tests whose only tool does not end by itself.

leaveNothing()
process.exit(await runTool(process.execPath, [join(import.meta.dirname, 'tool-fixture.ts')]))
