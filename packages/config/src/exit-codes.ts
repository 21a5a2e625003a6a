/** How the supervisor learns from server and worker that starting again will not help: EX_CONFIG of sysexits.h. */
export const EXIT_CONFIGURATION = 78
export const EXIT_FAILURE = 1

/** The program cannot run as it is configured, and a second start would fail in the same way. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
