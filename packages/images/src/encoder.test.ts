import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEncoder } from './image-processor.ts'
import { flat, noise } from './testing.ts'
import { WorkerDied } from './worker-pool.ts'

const options = { size: 1, maxWaiting: 1, timeout: 60_000, idle: 60_000 }

test('an image whose encoder is closed meanwhile does not count as broken', async () => {
  const encoder = createEncoder(options)
  await encoder.run({ bytes: await flat(1, 1).png().toBuffer(), extension: 'png' })
  const large = await noise(1_500, 1_500).jpeg().toBuffer()

  const reply = encoder.run({ bytes: large, extension: 'avif' })
  await turn()
  encoder.close()

  await expect(reply).rejects.toThrow(WorkerDied)
})

test('an image that takes too long has its own problem', async () => {
  const encoder = createEncoder({ ...options, timeout: 0 })

  const reply = await encoder.run({ bytes: await flat(1, 1).png().toBuffer(), extension: 'png' })

  expect(reply).toMatchObject({ problem: 'too_slow' })
  encoder.close()
})
