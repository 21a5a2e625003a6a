const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** "1.50 KB": units B to TB in steps of 1024, two decimals. Has its own entry point, without schemas. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** step).toFixed(2)} ${UNITS[step]}`
}
