import type { Passage } from '@nightdesk/contracts'

type Life = Pick<Passage, 'first_version' | 'last_version' | 'is_current'>

/** Describes the versions that contain a passage: "Lived from version 2 to version 7; cut in version 8". */
export function describeLife({ first_version, last_version, is_current }: Life): string {
  if (is_current) return `In the text since version ${first_version}`
  const lived =
    first_version === last_version
      ? `Lived in version ${first_version}`
      : `Lived from version ${first_version} to version ${last_version}`
  return `${lived}; cut in version ${last_version + 1}`
}
