// Local storage without errors: it may be blocked or full, and pages must work all the same.

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A null value removes the key. */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The value is lost with the page.
  }
}
