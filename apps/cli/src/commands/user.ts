import { defineCommand } from 'citty'

export const user = defineCommand({
  meta: { name: 'user', description: 'Manage the accounts of the people who write' },
  subCommands: {
    create: () => import('./user/create.ts').then(({ create }) => create),
    list: () => import('./user/list.ts').then(({ list }) => list),
    disable: () => import('./user/disable.ts').then(({ disable }) => disable),
    'reset-password': () => import('./user/reset-password.ts').then(({ resetPassword }) => resetPassword),
  },
})
