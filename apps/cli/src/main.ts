#!/usr/bin/env node
import { defineCommand, runMain } from 'citty'

/** Loaded when called: `start` has three seconds, most of which are not ours. */
const commands = {
  start: () => import('./commands/start.ts').then(({ start }) => start),
  dev: () => import('./commands/dev.ts').then(({ dev }) => dev),
}

const nightdesk = defineCommand({
  meta: { name: 'nightdesk', description: 'Publishing software for a small magazine' },
  subCommands: commands,
})

await runMain(nightdesk)
