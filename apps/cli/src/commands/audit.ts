import { defineCommand } from 'citty'

export const audit = defineCommand({
  meta: { name: 'audit', description: 'Check and keep the record of who changed what' },
  subCommands: {
    verify: () => import('./audit/verify.ts').then(({ verify }) => verify),
    export: () => import('./audit/export.ts').then(({ exportLines }) => exportLines),
  },
})
