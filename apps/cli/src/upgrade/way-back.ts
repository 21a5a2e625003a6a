import type { Env } from '../env.ts'

/** How to go back to the release before, in lines. @param backup the one that was made before the upgrade */
export function wayBack({ DATABASE_URL }: Pick<Env, 'DATABASE_URL'>, backup: string | null): string {
  const file = backup ?? 'FILE'
  const steps = DATABASE_URL
    ? [
        'Stop Nightdesk. Create an empty database and an empty directory, and set DATABASE_URL and DATA_DIR to them.',
        `In the directory of the release before: npm run nightdesk -- restore ${file}`,
      ]
    : [
        'Stop Nightdesk.',
        `In the directory of the release before: npm run nightdesk -- restore ${file} --replace`,
      ]
  return [
    'To go back to the release before:',
    ...[...steps, 'There: npm start'].map((step, index) => `  ${index + 1}. ${step}`),
    ...(backup ? [] : ['  FILE is the newest backup: none was made, as BACKUP_BEFORE_UPGRADE is off.']),
  ].join('\n')
}
