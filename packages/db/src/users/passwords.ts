import argon2 from 'argon2'

/** 64 MiB, three passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const

/** Uses one core for about 0.1 s: callers limit how many run at once. @returns a PHC string (argon2id) */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, PARAMETERS)

/** Whether a password matches a PHC string. Takes as long as hashing. */
export const verifyPassword = (hash: string, password: string): Promise<boolean> =>
  argon2.verify(hash, password)

/** Whether a stored hash is weaker than a new one would be. */
export const isOutdatedHash = (hash: string): boolean => argon2.needsRehash(hash, PARAMETERS)
