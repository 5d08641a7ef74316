import { Plugin } from 'ckeditor5'

const ATTRIBUTES = ['lang', 'dir'] as const

/** Keeps the `lang` and `dir` attributes of paragraphs, headings and quotes. */
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
