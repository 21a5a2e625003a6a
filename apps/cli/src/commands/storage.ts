import { defineCommand } from 'citty'

export const storage = defineCommand({
  meta: { name: 'storage', description: 'Manage where uploaded files are kept' },
  subCommands: {
    claim: () => import('./storage/claim.ts').then(({ claim }) => claim),
    move: () => import('./storage/move.ts').then(({ move }) => move),
  },
})
