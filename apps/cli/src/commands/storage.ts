import { defineCommand } from 'citty'

export const storage = defineCommand({
  meta: { name: 'storage', description: 'Manage where uploaded files are kept' },
  subCommands: {
    move: () => import('./storage/move.ts').then(({ move }) => move),
  },
})
