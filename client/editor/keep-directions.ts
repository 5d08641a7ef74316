import { Plugin } from 'ckeditor5'

const ATTRIBUTES = ['lang', 'dir'] as const

/** Keeps the language and the direction that a paragraph, a heading or a quote was written with. */
export class KeepDirections extends Plugin {
  static get pluginName() {
    return 'KeepDirections' as const
  }

  init(): void {
    const { model, conversion } = this.editor
    for (const of of ['$block', '$container']) model.schema.extend(of, { allowAttributes: [...ATTRIBUTES] })
    for (const attribute of ATTRIBUTES) conversion.attributeToAttribute({ model: attribute, view: attribute })
  }
}
