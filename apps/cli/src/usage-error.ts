const NAME = 'CLIError'

/** The command line itself is wrong. Named as citty names its own, which it exports under no name. */
export const usageError = (sentence: string) => Object.assign(new Error(sentence), { name: NAME })

export const isUsageError = (error: unknown) => error instanceof Error && error.name === NAME
