export interface Started {
  args: string[]
  env: NodeJS.ProcessEnv
}

let runs = 0

/** Runs each command line as a process of its own would, and prints its exit code between two NULs at the end of both outputs. */
process.on('message', async ({ args, env }: Started) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  process.exitCode = 0
  process.stdout.removeAllListeners('error')
  // The query makes it another module, which is executed again.
  await import(`./main.ts?${++runs}`)
  for (const stream of [process.stdout, process.stderr]) stream.write(`\0${process.exitCode}\0`)
})
