import { $dfs } from '@lexical/utils'
import { imageSource } from '@nightdesk/contracts'
import { $getNodeByKey, $getState, type LexicalEditor, type NodeKey } from 'lexical'
import { ImageNode } from '../images/image-node.tsx'
import { outsideUrl } from '../images/outside-image.ts'
import { slateState } from '../state.ts'

/** For `useLexicalSubscription`: the distinct URLs of images of other sites in the text. */
export function subscribeToOutsideUrls(editor: LexicalEditor) {
  return {
    initialValueFn: (): readonly string[] => [],
    subscribe: (callback: (urls: readonly string[]) => void) => {
      const urls = new Map<NodeKey, string>()
      return editor.registerMutationListener(ImageNode, (mutations) => {
        editor.read(() => {
          for (const key of mutations.keys()) {
            const url = $addressOf($getNodeByKey<ImageNode>(key))
            if (url) urls.set(key, url)
            else urls.delete(key)
          }
        })
        callback([...new Set(urls.values())])
      })
    },
  }
}

/** The images with this URL of another site. */
export const $imagesAt = (url: string): ImageNode[] =>
  $dfs().flatMap(({ node }) => (node instanceof ImageNode && $addressOf(node) === url ? [node] : []))

function $addressOf(node: ImageNode | null): string | undefined {
  const source = node && imageSource($getState(node, slateState) ?? {})
  return source && outsideUrl(source) ? source : undefined
}
