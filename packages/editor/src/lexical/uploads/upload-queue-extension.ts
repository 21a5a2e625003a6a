import { AriaLiveRegionExtension } from '@lexical/a11y'
import { defineExtension, effect } from '@lexical/extension'
import { type Upload, UploadQueue } from './upload-queue.ts'

/** The upload queue of the editor. Announces the end of each upload to screen readers. */
export const UploadQueueExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/upload-queue',
  dependencies: [AriaLiveRegionExtension],
  build: () => new UploadQueue(),
  register: (_editor, _config, state) => {
    const { announce } = state.getDependency(AriaLiveRegionExtension).output
    const { settled } = state.getOutput()
    return effect(() => {
      if (settled.value) announce(describeEnd(settled.value))
    })
  },
})

function describeEnd({ file, progress }: Upload): string {
  const end = progress.peek()
  return end.state === 'failed' ? `${file.name}: ${end.message}` : `Uploaded ${file.name}`
}
