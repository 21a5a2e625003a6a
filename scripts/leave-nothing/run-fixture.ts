import { join } from 'node:path'
import { leaveNothing, runTool } from '../leave-nothing.ts'

// A test run whose only tool never exits by itself.

leaveNothing()
process.exit(await runTool(process.execPath, [join(import.meta.dirname, 'tool-fixture.ts')]))
