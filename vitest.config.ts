import { defineConfig } from 'vitest/config'

const packages = ['contracts', 'db', 'storage', 'editor'].map((name) => `packages/${name}`)
const apps = ['server', 'worker', 'web', 'cli'].map((name) => `apps/${name}`)

export default defineConfig({
  test: {
    projects: [...packages, ...apps]
      .map((root) => ({
        extends: true,
        root,
        test: { name: root, include: ['src/**/*.test.{ts,tsx}'] },
      }))
      .concat({ extends: true, root: '.', test: { name: 'project', include: ['scripts/**/*.test.ts'] } }),
    globalSetup: './scripts/test-database.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
