interface List {
  cancel(): Promise<void>
  invalidate(): Promise<void>
}

/**
 * Reads a list anew. Its first answer may be under way and was perhaps read before the change: invalidating alone would
 * wait for that one and take it for new.
 */
export async function refetchList(list: List): Promise<void> {
  await list.cancel()
  await list.invalidate()
}
