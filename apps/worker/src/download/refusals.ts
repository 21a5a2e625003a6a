import { AppError } from '@nightdesk/contracts'

/** Why nothing is downloaded, in a sentence for whoever asked. */
export const refused = (message: string, options?: ErrorOptions) =>
  new AppError('VALIDATION_FAILED', message, options)

/** One sentence for hosts that do not exist and for those that are not public: nobody maps our network by asking. */
export const noSuchSite = (options?: ErrorOptions) => refused('No site was found at this address.', options)
