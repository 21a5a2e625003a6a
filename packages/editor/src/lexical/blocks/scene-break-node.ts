import { $create, DecoratorNode } from 'lexical'
import { SCENE_BREAK } from '../../blocks/scene-break.ts'
import { slateState } from '../state.ts'

/** A scene break, which is selected as a whole. The app’s class `prose` styles it. */
export class SceneBreakNode extends DecoratorNode<null> {
  override $config() {
    return this.config('scene-break', { extends: DecoratorNode, stateConfigs: [slateState] })
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('hr')
    element.className = 'scene-break'
    return element
  }

  override updateDOM(): boolean {
    return false
  }

  override getTextContent(): string {
    return SCENE_BREAK
  }

  override isInline(): boolean {
    return false
  }
}

export const $createSceneBreak = (): SceneBreakNode => $create(SceneBreakNode)
