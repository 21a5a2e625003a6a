import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { storeLarge } from '../../drawing.ts'
import { choosePoster, press, startFocusMode } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, type Row, rowsOf } from '../row.ts'

const NEW = '/admin/new-draft'
const EDIT = '/admin/draft/edit/{own draft}'
const SERVER_SAYS = 'Something went wrong. Please try again later.'
const NOT_REACHED = 'The server could not be reached. Your text is saved when the line is back.'

const typed = { when: 'a title is saved', isAnew: true, act: save('The Day Ferry') }
const untitled = { when: 'the title is empty', act: save(''), text: 'Title is required' }
const poster = {
  when: 'an image is chosen',
  isAnew: true,
  act: choosePoster({ name: 'ferry.png', mimeType: 'image/png', buffer: Buffer.from('png') }),
}
const tooLarge = {
  when: 'an image of 5 MB is chosen',
  act: async (page: Page) => {
    await using folder = await storeLarge()
    await choosePoster(join(folder.path, 'large.png'))(page)
  },
  text: 'Image size should be less than 5MB',
}
const noImage = {
  when: 'a text is chosen as the image',
  act: choosePoster({ name: 'ferry.txt', mimeType: 'text/plain', buffer: Buffer.from('a ferry') }),
  text: 'Please upload an image file',
}
const focused = { when: 'the focus is on', act: startFocusMode }

expectTexts('writing and editing', [
  ...rowsOf(NEW, undefined, [
    { text: 'New Article', as: 'heading' },
    { text: 'Title', as: 'label' },
    { text: 'PNG, JPG, GIF up to 5MB' },
    { ...typed, text: 'Article saved successfully', as: 'notice', detail: 'Your article has been created' },
    untitled,
    tooLarge,
    noImage,
  ]),
  ...failures(NEW, 'upload', [{ ...poster, text: 'Failed to upload image. Please try again.' }]),
  ...notSaved(NEW, 'articles.create', 'Failed to save article'),
  ...rowsOf('/admin/draft/edit/{draft}', undefined, [
    { text: 'Edit Article', as: 'heading' },
    { text: 'draft' },
    { text: /Created.*[A-Z][a-z]{2} \d{1,2}, \d{4}/, as: 'part' },
    { text: 'PNG, JPG, GIF up to 5MB' },
    { when: 'the menu is open', act: press('More actions'), text: 'Focus Mode' },
    { text: 'Show Versions', as: 'button' },
    { ...focused, text: 'Exit Focus', as: 'button' },
    { when: 'the versions are shown', act: press('Show Versions'), text: 'Hide Versions', as: 'button' },
    { when: 'the versions are shown', act: press('Show Versions'), text: 'Previous Versions', as: 'heading' },
    untitled,
    tooLarge,
    noImage,
  ]),
  ...rowsOf(EDIT, undefined, [
    { ...typed, text: 'Article updated successfully', as: 'notice', detail: 'Your changes have been saved' },
  ]),
  ...failures('/admin/draft/edit/{draft}', 'upload', [
    { ...poster, text: 'Failed to upload image. Please try again.' },
  ]),
  ...notSaved('/admin/draft/edit/{draft}', 'articles.update', 'Failed to update article'),
])

function save(title: string) {
  return async (page: Page) => {
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByRole('button', { name: /^Save/ }).click()
  }
}

function notSaved(screen: string, call: 'articles.create' | 'articles.update', text: string): Row[] {
  return [
    ...rowsOf(screen, { fails: call }, [{ ...typed, text, as: 'notice', detail: SERVER_SAYS }]),
    ...rowsOf(screen, { cutOff: call }, [{ ...typed, text, as: 'notice', detail: NOT_REACHED }]),
  ]
}
