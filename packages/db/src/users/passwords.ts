import argon2 from 'argon2'

/** 64 MiB, three passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const

/** Takes a core for about a tenth of a second: callers limit how many run at once. @returns a PHC string (argon2id) */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, PARAMETERS)

/** Whether a password is the one behind a PHC string. Takes as long as hashing it. */
export const verifyPassword = (hash: string, password: string): Promise<boolean> =>
  argon2.verify(hash, password)

/** Whether a stored hash is weaker than those made today. */
export const isOutdatedHash = (hash: string): boolean => argon2.needsRehash(hash, PARAMETERS)
