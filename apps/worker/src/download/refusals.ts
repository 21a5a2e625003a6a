import { AppError } from '@nightdesk/contracts'

/** Sentences for the person who asked for the copy. */
export const refused = (message: string, options?: ErrorOptions) =>
  new AppError('VALIDATION_FAILED', message, options)

/** The same for hosts that do not exist and hosts that are not public, so that nobody can scan our network. */
export const noSuchSite = (options?: ErrorOptions) => refused('No site was found at this address.', options)
