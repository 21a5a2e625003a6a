interface List {
  cancel(): Promise<void>
  invalidate(): Promise<void>
}

/**
 * Refetches a list. Invalidating alone would reuse a request that is under way, which may have been read before the
 * change.
 */
export async function refetchList(list: List): Promise<void> {
  await list.cancel()
  await list.invalidate()
}
