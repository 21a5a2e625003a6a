import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dispatch, startJournal } from './draft-editor.ts'
import { discard, recover, restore } from './recovery.ts'
import { isBehind, isUnsaved } from './save-machine.ts'
import { openDevice, paragraphsOf, startServer, textOfParagraphs } from './testing/device.ts'

// What is typed survives lost answers and other devices, and is never asked about twice.

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => `.${btoa('{"sub":"7"}')}.` })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const newest = ({ versions }: ReturnType<typeof startServer>) => paragraphsOf(versions.at(-1)!)
const copied = (server: ReturnType<typeof startServer>) => paragraphsOf(server.copy() ?? { content: [] })

test('an autosave follows one whose answer was lost, also after other requests that never arrived', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  for (const fate of ['unanswered', 'lost', 'lost'] as const) {
    laptop.type(`${laptop.text()} Nobody waves.`)
    await laptop.send('autosave', fate)
  }
  await laptop.send('autosave')

  expect(isBehind(laptop.editor.state.save)).toBe(false)
  expect(copied(server)).toEqual(laptop.text())
  expect(laptop.notices).toEqual([])
})

test('a save removes the copy of an autosave whose answer was lost, so that it hides no version', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  for (const fate of ['unanswered', 'lost'] as const) {
    laptop.type(`${laptop.text()} Nobody waves.`)
    await laptop.send('autosave', fate)
  }
  await laptop.send('save')

  expect(newest(server)).toEqual(['It leaves. Nobody waves. Nobody waves.'])
  expect(server.copy()).toBeNull()
})

test('a save whose answer was lost is no version of others, also after autosaves that were answered', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.')
  await laptop.send('save', 'unanswered')
  laptop.type('It leaves. Nobody waves. It rains.')
  await laptop.send('autosave')
  await laptop.send('save')
  await expect.poll(() => isUnsaved(laptop.editor.state.save)).toBe(false)

  expect(laptop.editor.state.conflict).toBeNull()
  expect(newest(server)).toEqual(['It leaves. Nobody waves. It rains.'])
})

test('what another device adds to an autosave whose answer was lost is merged, and nothing is asked', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.')
  await laptop.send('autosave', 'unanswered')
  const phone = await openDevice(server)
  phone.type(...phone.text(), 'It rains.')
  await phone.send('autosave')
  laptop.type('It leaves. Nobody waves. The lamp goes out.')
  await laptop.send('autosave')

  expect(laptop.text()).toEqual(['It leaves. Nobody waves. The lamp goes out.', 'It rains.'])
  expect(copied(server)).toEqual(laptop.text())
})

test.each([
  ['the same passage', ['It leaves. Nobody waves. It rains.', 'It rains.']],
  ['another passage', ['It leaves. Nobody waves.', 'It rains. Somebody sings.']],
])(
  'own words that another device has saved are not announced as new when %s is gone on with',
  async (_, words) => {
    const server = startServer('It leaves.', 'It rains.')
    const laptop = await openDevice(server)
    laptop.type('It leaves. Nobody waves.', 'It rains.')
    await laptop.send('autosave')
    await (await openDevice(server)).send('save')
    laptop.type(...words)
    await laptop.send('autosave')
    await laptop.send('save')
    await expect.poll(() => isUnsaved(laptop.editor.state.save)).toBe(false)

    expect(newest(server)).toEqual(words)
    expect(laptop.notices).toEqual([])
  },
)

/** A laptop with unsaved words, and a device that has added some since. */
async function openBoth() {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.')
  await laptop.send('autosave')
  const phone = await openDevice(server)
  phone.type(...phone.text(), 'It rains.')
  await phone.send('autosave')
  return { server, laptop }
}

test('a read of the copy that a write of the same window overtakes brings nothing back', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves at dusk.')
  await laptop.send('autosave')
  const before = server.copy()
  const overtaken = Promise.withResolvers<void>()
  const read = server.calls['workingCopies.get']!
  server.calls['workingCopies.get'] = async () => {
    server.calls['workingCopies.get'] = read
    await overtaken.promise
    return before
  }

  const caughtUp = laptop.editor.catchUp()
  await expect.poll(() => server.calls['workingCopies.get']).toBe(read)
  laptop.type('It leaves at dawn.')
  await laptop.send('autosave')
  overtaken.resolve()

  expect(await caughtUp).toBe(true)
  expect([laptop.text(), copied(server), laptop.notices]).toEqual([
    ['It leaves at dawn.'],
    ['It leaves at dawn.'],
    [],
  ])
})

test('Discard deletes nothing that another device has written since, and shows it', async () => {
  const { server, laptop } = await openBoth()
  await discard(laptop.editor)

  expect(laptop.notices).toEqual(['Merged with your other window', 'Nothing was discarded'])
  expect(laptop.text()).toEqual(['It leaves. Nobody waves.', 'It rains.'])
  expect(copied(server)).toEqual(laptop.text())
  await discard(laptop.editor)
  expect(laptop.text()).toEqual(['It leaves.'])
  expect(server.copy()).toBeNull()
})

test('Undo of Discard keeps what was typed after the story was closed and opened again', async () => {
  const server = startServer('It leaves.', 'It rains.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.', 'It rains.')
  await laptop.send('autosave')
  await discard(laptop.editor)
  laptop.close()
  const again = await openDevice(server)
  again.type('It leaves.', 'It rains. The lamp goes out.')
  await again.send('autosave')
  laptop.undo()

  await expect.poll(() => laptop.notices.at(-1)).toBe('Your changes are back')
  expect(copied(server)).toEqual(['It leaves. Nobody waves.', 'It rains. The lamp goes out.'])
})

test('Undo of Discard brings the changes back although the story is closed at once', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.')
  await discard(laptop.editor)
  laptop.undo()
  laptop.close()

  await expect.poll(() => laptop.notices.at(-1)).toBe('Your changes are back')
  expect(copied(server)).toEqual(['It leaves. Nobody waves.'])
})

describe('text that a closed window had not sent', () => {
  /** A window is closed with a sentence that only its device has, after one that the server has too. */
  async function leave() {
    const server = startServer('It leaves.', 'It rains.')
    const laptop = await openDevice(server)
    laptop.type('It leaves. Nobody waves.', 'It rains.')
    await laptop.send('autosave')
    laptop.type('It leaves. Nobody waves. The lamp goes out.', 'It rains.')
    return { server, left: laptop.left() }
  }
  const both = ['It leaves. Nobody waves. The lamp goes out.', 'It rains.', 'Somebody sings.']

  test('is merged with what somebody else has saved since', async () => {
    const { server, left } = await leave()
    server.versions.push(textOfParagraphs('It leaves.', 'It rains.', 'Somebody sings.'))
    const again = await openDevice(server)
    await recover(again.editor, left)

    expect(again.text()).toEqual(both)
    expect(again.editor.state.recoverable).toBeNull()
  })

  test('is merged with what another closed window had not sent', async () => {
    const { server, left } = await leave()
    const other = await openDevice(server)
    other.type('It leaves. Nobody waves.', 'It rains.', 'Somebody sings.')
    const again = await openDevice(server)
    await recover(again.editor, other.left())
    await recover(again.editor, left)

    expect(again.text()).toEqual(both)
  })

  test('stays on the device when the story is closed again before it is merged', async () => {
    const { server, left } = await leave()
    const again = await openDevice(server)
    const [remove, release] = [vi.fn(async () => {}), vi.fn()]
    const recovered = recover(again.editor, { ...left, remove, release })
    again.close()
    await recovered

    expect(remove).not.toHaveBeenCalled()
    expect(release).toHaveBeenCalled()
  })
})

describe('what is flushed', () => {
  test('has the changes made during a request', async () => {
    const server = startServer('It leaves.')
    const laptop = await openDevice(server)
    laptop.type('It leaves. Nobody')
    dispatch(laptop.editor, { type: 'autosave' })
    laptop.type('It leaves. Nobody waves.')

    expect(await laptop.editor.flush()).toBe(true)
    expect(copied(server)).toEqual(['It leaves. Nobody waves.'])
    expect(laptop.requests).toEqual(['workingCopies.put', 'workingCopies.put'])
  })

  test('is nothing when the server has everything', async () => {
    const laptop = await openDevice(startServer('It leaves.'))

    expect(await laptop.editor.flush()).toBe(true)
    expect(laptop.requests).toEqual([])
  })

  test('is not on the server when that cannot be reached', async () => {
    const laptop = await openDevice(startServer('It leaves.'))
    laptop.type('It leaves. Nobody waves.')
    laptop.fates.push('lost')

    expect(await laptop.editor.flush()).toBe(false)
  })
})

test('a closed editor sends nothing again', async () => {
  vi.useFakeTimers()
  const laptop = await openDevice(startServer('It leaves.'))
  laptop.type('It leaves. Nobody waves.')
  laptop.fates.push('lost')
  dispatch(laptop.editor, { type: 'autosave' })
  laptop.close()
  await vi.advanceTimersByTimeAsync(100_000)
  vi.useRealTimers()

  expect(laptop.requests).toEqual(['workingCopies.put'])
})

test('what is typed during a save is unsaved since then, and not since the text before it', async () => {
  const laptop = await openDevice(startServer('It leaves.'))
  laptop.type('It leaves. Nobody')
  const before = laptop.editor.state.unpublished_since
  await expect.poll(() => new Date().toISOString()).not.toBe(before)
  dispatch(laptop.editor, { type: 'save' })
  laptop.type('It leaves. Nobody waves.')
  await laptop.idle()

  expect(isUnsaved(laptop.editor.state.save)).toBe(true)
  expect(laptop.editor.state.unpublished_since).not.toBe(before)
})

describe('a save that somebody else was before', () => {
  /** @param leave closes the story while their text is loaded */
  async function saveAfterThem(leave: (laptop: Awaited<ReturnType<typeof openDevice>>) => void) {
    const server = startServer('It leaves.', 'It rains.')
    const laptop = await openDevice(server)
    server.versions.push(textOfParagraphs('It leaves.', 'It rains. Somebody sings.'))
    laptop.type('It leaves. Nobody waves.', 'It rains.')
    leave(laptop)
    await laptop.send('save')
    await expect.poll(() => laptop.notices).toHaveLength(1)
    await laptop.idle()
    return { server, laptop }
  }

  test('is merged with theirs', async () => {
    const { server } = await saveAfterThem(() => {})

    expect(newest(server)).toEqual(['It leaves. Nobody waves.', 'It rains. Somebody sings.'])
  })

  test('overwrites nothing when the story is closed before theirs is loaded', async () => {
    const { server, laptop } = await saveAfterThem(({ editor, close }) => {
      const { prepareReplace } = editor
      editor.prepareReplace = async () => {
        close()
        return prepareReplace()
      }
    })

    expect(newest(server)).toEqual(['It leaves.', 'It rains. Somebody sings.'])
    expect(laptop.notices).toEqual(['Failed to update article'])
  })
})

test('the answer to a conflict keeps what an upload has changed behind the dialog', async () => {
  const server = startServer('It leaves.', 'A picture.')
  const laptop = await openDevice(server)
  server.versions.push(textOfParagraphs('It stays.', 'A picture.'))
  laptop.type('It leaves. Nobody waves.', 'A picture.')
  await laptop.send('save')
  await expect.poll(() => laptop.editor.state.conflict).toBeTruthy()
  laptop.type('It leaves. Nobody waves.', 'A picture that is uploaded.')
  laptop.editor.state.conflict!.decide({ content: ['both'] })
  await laptop.idle()

  expect(newest(server)).toEqual(['It leaves. Nobody waves.', 'It stays.', 'A picture that is uploaded.'])
})

test('a choice about a draft keeps what was changed behind the dialog, and is asked again about another conflict', async () => {
  const laptop = await openDevice(startServer('It leaves.', 'A picture.'))
  laptop.type('It stays.', 'A picture.')
  const draft = {
    text: textOfParagraphs('It leaves. Nobody waves.', 'A picture.'),
    base_version: 1,
    base_tags: [],
  }
  const answer = restore(laptop.editor, { ...draft, updated_at: '', remove: async () => {}, release() {} })
  const choose = async () => {
    await expect.poll(() => laptop.editor.state.conflict).toBeTruthy()
    laptop.editor.state.conflict!.decide({ content: ['both'] })
  }
  await expect.poll(() => laptop.editor.state.conflict).toBeTruthy()
  laptop.type('It stays until dusk.', 'A picture that is uploaded.')
  await choose()
  await choose()

  expect(await answer).toBe(true)
  const both = ['It leaves. Nobody waves.', 'It stays until dusk.']
  expect(laptop.text()).toEqual([...both, 'A picture that is uploaded.'])
})

test('a choice about a draft that the story is closed over is put off, so that the draft is offered again', async () => {
  const laptop = await openDevice(startServer('It leaves.'))
  laptop.type('It stays.')
  const draft = { text: textOfParagraphs('It leaves. Nobody waves.'), base_version: 1, base_tags: [] }
  const answer = restore(laptop.editor, { ...draft, updated_at: '', remove: async () => {}, release() {} })
  await expect.poll(() => laptop.editor.state.conflict).toBeTruthy()
  laptop.close()

  expect(await answer).toBe(false)
})

test('a revert keeps the copy on the server while the journal cannot be written', async () => {
  const server = startServer('It leaves.')
  const laptop = await openDevice(server)
  laptop.type('It leaves. Nobody waves.')
  await laptop.send('autosave')
  vi.stubGlobal('navigator', { locks: { request: async () => undefined } })
  startJournal(laptop.editor)
  await laptop.editor.followRevert(server.article(), false)

  expect(laptop.editor.state.isJournalBroken).toBe(true)
  expect(copied(server)).toEqual(['It leaves. Nobody waves.'])
})
