import { adminArticle, adminArticleSummary, contract, tag } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCalls, handlers } from '../handlers.ts'
import { createLog } from '../log.ts'
import { as, contextOf, createCaller, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const { articles, workingCopies } = as(editor)
const content = [paragraph('It leaves.')]
const good = await articles.create({ title: 'Good', content, tags: ['Sea'] })
const bad = await articles.create({ title: 'Bad', content, tags: ['Sea', 'Broken'] })
await workingCopies.put({ id: bad.id, base_version: 1, title: 'Not saved yet', content })

/** The API with a contract that refuses this tag. */
const tags = z.array(tag.refine(({ name }) => name !== 'Broken'))
const { list, get } = contract.articles
const strict = createCalls(
  {
    ...contract,
    articles: {
      ...contract.articles,
      list: { ...list, output: z.array(adminArticleSummary.extend({ tags })) },
      get: { ...get, output: adminArticle.extend({ tags }) },
    },
    workingCopies: {
      ...contract.workingCopies,
      get: {
        ...contract.workingCopies.get,
        output: z.object({ tags }).nullable(),
      },
    },
  },
  handlers,
)

function callerAs(user: typeof editor) {
  const logged: object[] = []
  const log = createLog('error', { write: (line) => void logged.push(JSON.parse(line)) })
  return { api: createCaller(contextOf(user, { log }), strict.call), logged }
}

test('a list leaves out a row with an invalid part, and logs it', async () => {
  const { api, logged } = callerAs(editor)

  expect((await api.articles.list({})).map(({ id }) => id)).toEqual([good.id])
  expect(logged).toMatchObject([{ route: 'GET /admin/articles', rows: [expect.stringMatching(/^\d+$/)] }])
})

test('a single record with an invalid part is refused as a whole', async () => {
  const { api } = callerAs(editor)

  expect(await api.articles.get({ id: good.id })).toMatchObject({ tags: [{ name: 'Sea' }] })
  await expect(api.articles.get({ id: bad.id })).rejects.toBeInstanceOf(z.ZodError)
  await expect(api.workingCopies.get({ id: bad.id })).rejects.toBeInstanceOf(z.ZodError)
})
