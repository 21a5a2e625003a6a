import { defineCommand } from 'citty'

export const analytics = defineCommand({
  meta: { name: 'analytics', description: 'Count views anew' },
  subCommands: {
    run: () => import('./analytics/run.ts').then(({ run }) => run),
    rebuild: () => import('./analytics/rebuild.ts').then(({ rebuild }) => rebuild),
  },
})
